/**
 * The encodings of OpenAI and the engine that counts with them.
 *
 * <p>A text is first cut into pieces by the pattern of the encoding ({@link
 * dev.headgate.tokenizers.PieceScanner}), then each piece is looked up or merged. Which code point
 * is a letter is pinned to Unicode 16 by a table.
 *
 * <p>The build makes one image a set of ranks ({@code r50k}, {@code p50k}, {@code cl100k}, {@code
 * o200k}) from the published rank files, whose SHA-256 it checks. An image is little-endian, its
 * sections start at multiples of 8:
 *
 * <table>
 * <caption>The image</caption>
 * <tr><td>0</td><td>8 bytes {@code HGTOKENS}</td></tr>
 * <tr><td>8</td><td>u32 version, 1</td></tr>
 * <tr><td>12</td><td>u32 grammar: 0 r50k and p50k, 1 cl100k, 2 o200k</td></tr>
 * <tr><td>16</td><td>u32 version of Unicode</td></tr>
 * <tr><td>20</td><td>u32 number of tokens</td></tr>
 * <tr><td>24</td><td>u32 B, the highest id and 1; an id that has no token has no bytes</td></tr>
 * <tr><td>28</td><td>u32 length of the longest token</td></tr>
 * <tr><td>32</td><td>SHA-256 of the rank file</td></tr>
 * <tr><td>64</td><td>for each section u32 offset and u32 length in bytes</td></tr>
 * <tr><td>section 0</td><td>u16[0x1100]: the block of classes of each 256 code points</td></tr>
 * <tr><td>section 1</td><td>u8[256] a block: the class of each code point, 0 other, 1 upper case, 2
 * lower case, 3 letter without case, 4 mark, 5 number, 6 white space, 7 CR or LF</td></tr>
 * <tr><td>section 2</td><td>u32[B + 1]: where the bytes of each token start in section 3</td></tr>
 * <tr><td>section 3</td><td>the bytes of all tokens</td></tr>
 * <tr><td>section 4</td><td>two u32 for each id: the tokens whose merge makes it; 0xffffffff twice
 * for single bytes and ids without token</td></tr>
 * </table>
 *
 * <p>An id is also the rank of its merge. The build checks that merges reach every token, so that a
 * piece that is a token is that token.
 */
package dev.headgate.tokenizers;
