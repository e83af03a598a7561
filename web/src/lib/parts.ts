/** Parts that only some rules have: a field of a view or action that other members of the union lack. */

type Keys<T> = T extends unknown ? keyof T : never;
type Part<T, K extends PropertyKey> = T extends unknown ? (K extends keyof T ? T[K] : never) : never;

/** A field that only some members of a union have; undefined where there is none. */
export function part<T extends object, K extends Keys<T>>(of: T, name: K): Part<T, K> | undefined {
  return (of as Record<PropertyKey, unknown>)[name] as Part<T, K> | undefined;
}
