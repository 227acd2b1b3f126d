/** As the sites write themselves, by what reviews name them. */
const names: Readonly<Record<string, string>> = {
  booking: 'Booking.com',
  facebook: 'Facebook',
  falstaff: 'Falstaff',
  foursquare: 'Foursquare',
  google: 'Google',
  happycow: 'HappyCow',
  holidaycheck: 'HolidayCheck',
  instagram: 'Instagram',
  michelin: 'MICHELIN Guide',
  opentable: 'OpenTable',
  quandoo: 'Quandoo',
  resy: 'Resy',
  sevenrooms: 'SevenRooms',
  thefork: 'TheFork',
  tripadvisor: 'Tripadvisor',
  trustpilot: 'Trustpilot',
  yelp: 'Yelp',
  zomato: 'Zomato',
}

/** The name of a source for people; `own` is the word for what guests wrote to the house itself. A site that is not known here keeps its own words. */
export const sourceName = (source: string, own: string): string =>
  source === 'own'
    ? own
    : (names[source.replaceAll(/[^\p{L}\p{N}]/gu, '').replace(/com$/, '')] ?? source.charAt(0).toLocaleUpperCase() + source.slice(1))
