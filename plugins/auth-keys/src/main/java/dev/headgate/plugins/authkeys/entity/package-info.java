/** Keys, teams, users and what else limits a caller, as the path of a request needs them. */
package dev.headgate.plugins.authkeys.entity;
