/** Of a thing what an audit entry tells: these names and no others, whatever else it comes to know. */
export const snapshotOf = <T extends object, Name extends keyof T>(thing: T, names: readonly Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, thing[name]])) as Pick<T, Name>
