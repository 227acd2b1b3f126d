/** What may be wrong with a row. The code stays, the words are for people. */
export const reasons = {
  'row.unreadable': 'not a line of the table',
  'row.duplicate': 'the same place stands in the file twice',
  'row.no_id': 'no OpenStreetMap id',
  'name.missing': 'no name',
  'name.cleaned': 'unprintable characters or too long',
  'name.other_language': 'no name but in another language',
  'country.unknown': 'not a country, and the zone does not tell one',
  'country.from_zone': 'country taken from the zone',
  'country.from_address': 'country taken from the address',
  'country.contradicts': 'address and position name different countries',
  'zone.unknown': 'not an IANA zone, and the country has several',
  'zone.from_country': 'zone taken from the country',
  'zone.enclave': 'the zone of an enclave far away',
  'zone.guessed': 'the zone is a guess of the source in a country of several zones',
  'position.invalid': 'not a place on Earth',
  'address.cut': 'too long',
  'phone.invalid': 'not a phone number',
  'phone.several': 'several numbers in one cell',
  'website.invalid': 'not a web address',
  'website.completed': 'web address without a scheme',
  'website.several': 'several addresses in one cell',
  'capacity.invalid': 'not a number of seats',
  'kind.not_dining': 'not a place where people sit down to eat',
  'hours.unreadable': 'opening hours that cannot be read',
  'hours.respelled': 'opening hours not written as the specification says',
  'hours.no_times': 'days without times',
  'hours.open_end': 'an open end',
  'hours.comment': 'a remark beside the times',
  'hours.uncertain': 'times marked as unknown',
  'hours.sun': 'times that follow the sun',
  'hours.seasons': 'seasons with weeks of their own',
  'hours.dated': 'closures and special days until the end of the horizon',
  'hours.school_holidays': 'rules for school holidays',
  'hours.holidays_unknown': 'public holidays of a country without a calendar',
  'hours.closed': 'never open',
  'book.invalid': 'no book could be made of the hours',
  'venue.changed_here': 'changed here since the last import',
  'book.changed_here': 'its book was changed here since the last import',
} as const
export type Reason = keyof typeof reasons

/**
 * `rejected` = the row was not imported; `repaired` = imported with another value than it says; `dropped` = imported without that
 * value; `noted` = imported as it says, worth a look; `kept` = what stands here was left alone.
 */
export type Outcome = 'rejected' | 'repaired' | 'dropped' | 'noted' | 'kept'

/** One line of the report. `line` counts from 1 in the file, the header being the first. */
export type Finding = { line: number; osmId: string; outcome: Outcome; field: string; found: string; done: string; reason: Reason }

/** Collects the findings of one row. */
export type Note = (outcome: Outcome, reason: Reason, about: { field: string; found: string; done: string }) => void
