/** An object whose owner fills it again. Others get it as `T`. */
export type Mutable<T> = { -readonly [K in keyof T]: T[K] };
