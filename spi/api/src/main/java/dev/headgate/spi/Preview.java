package dev.headgate.spi;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks what may still change between two releases of the product with the same SPI version. All
 * that is not marked, and does not stand in a marked type or package, is frozen.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.PACKAGE, ElementType.MODULE})
public @interface Preview {}
