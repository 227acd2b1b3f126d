/** As guests know them; any other name of a source is shown with a capital. */
const known: Readonly<Record<string, string>> = {
  google: 'Google',
  tripadvisor: 'Tripadvisor',
  thefork: 'TheFork',
  opentable: 'OpenTable',
  facebook: 'Facebook',
  yelp: 'Yelp',
}

/** A source by its name for people; `own` = what reviews are called that guests wrote to the house itself. */
export const sourceName = (source: string, own: string): string =>
  source === 'own' ? own : (known[source] ?? source.charAt(0).toUpperCase() + source.slice(1))
