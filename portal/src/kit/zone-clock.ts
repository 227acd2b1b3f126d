/*
 * Wall clocks of other places, from Intl alone: a date library would weigh as much as a whole page. Local times are `YYYY-MM-DDTHH:mm`,
 * local dates `YYYY-MM-DD`, instants milliseconds.
 */
const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (zone: string): Intl.DateTimeFormat => {
  const known = formats.get(zone)
  if (known) return known
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const
  const made = new Intl.DateTimeFormat('en-CA', { timeZone: zone, hourCycle: 'h23', ...parts })
  formats.set(zone, made)
  return made
}

/** The zone of this machine. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

export const wallClock = (zone: string, ms: number): string => {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  return `${part['year']}-${part['month']}-${part['day']}T${part['hour']}:${part['minute']}`
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** The date people at that place mean by today: so many minutes after midnight on its clock, it is still the evening before. */
export const eveningOf = (zone: string, ms: number, nightMinutes: number): string => {
  const [date, time] = wallClock(zone, ms).split('T') as [string, string]
  const [hours, minutes] = time.split(':').map(Number) as [number, number]
  return hours * 60 + minutes < nightMinutes ? addDays(date, -1) : date
}

/** A day of the years that the server takes (1900 to 2199): a year that is still being typed is none yet. */
export const isDate = (text: string | undefined): text is string =>
  text !== undefined &&
  /^(19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(`${text}T00:00Z`)) &&
  addDays(text, 0) === text

/** The instant of a wall-clock time; a time the clocks jump over becomes the one an hour later, a repeated one its first. */
export const instantOf = (local: string, zone: string): string => {
  const wanted = Date.parse(`${local}Z`)
  const offsetAt = (ms: number): number => Date.parse(`${wallClock(zone, ms)}Z`) - Math.floor(ms / 60_000) * 60_000
  const guesses = [wanted - offsetAt(wanted - 86_400_000), wanted - offsetAt(wanted + 86_400_000)]
  const exact = guesses.find((ms) => wallClock(zone, ms) === local)
  return new Date(exact ?? guesses[0]!).toISOString().replace('.000Z', 'Z')
}

/** What languages put around a place to say its time: `Ortszeit`, `hora de`. Beside a time it is only the place that is told. */
const aroundPlace = / \(Ortszeit\)$| Time$|^heure\s?:\s|^hora de |^tijd in /
const zoneNames = new Map<string, string>()

/** `New York`, `Nueva York`, `MEZ`: a zone as the reader's language calls it in short, for lists with several; else by its id. */
export const zoneName = (zone: string, lang: string): string => {
  const key = `${lang} ${zone}`
  const known = zoneNames.get(key) ?? zoneIn(zone, lang)
  zoneNames.set(key, known)
  return known
}

const zoneIn = (zone: string, lang: string): string => {
  try {
    const parts = new Intl.DateTimeFormat(lang, { timeZone: zone, timeZoneName: 'shortGeneric' }).formatToParts()
    return parts.find(({ type }) => type === 'timeZoneName')?.value.replace(aroundPlace, '') ?? zone
  } catch {
    return zone
  }
}
