/**
 * Zero that a compiler stores as a double. It is the beginning of each field that gets fractions or large numbers in a
 * run: `DOUBLE_ZERO` or `DOUBLE_ZERO + 1`. A field that begins with a literal, which is a small integer, changes its
 * class when it gets another number. Then all code that knows the class is compiled again, and once more when a second
 * run is opened, because its objects have other classes. A function would not do: it returns small integers once it is
 * compiled.
 */
export const DOUBLE_ZERO = new Float64Array(1)[0];
