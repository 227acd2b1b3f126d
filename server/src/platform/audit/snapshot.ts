/** The fields of an object that an audit entry records: an allow list, so that fields added later are not recorded by accident. */
export const snapshotOf = <T extends object, Name extends keyof T>(thing: T, names: readonly Name[]): Pick<T, Name> =>
  Object.fromEntries(names.map((name) => [name, thing[name]])) as Pick<T, Name>
