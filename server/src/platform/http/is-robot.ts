/** What calls itself a machine; browsers all say who they are. */
const machine =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|monitor|scan|fetch|curl|wget|python|java\/|go-http|libwww|facebookexternalhit|lighthouse|headless|phantomjs|puppeteer|playwright|selenium|^node\b|undici|axios|okhttp|\bperl\b|\bruby\b|\bphp\b/i

/** Whether a page is looked at by a machine: it looks at every day, and nobody stands behind it who would come. */
export const isRobot = (agent: string | undefined): boolean => !agent?.trim() || machine.test(agent)

type Headers = Readonly<Record<string, string | string[] | undefined>>
/** What a browser fetches before anybody asked for it: he may never look at it. */
export const isFetchedAhead = (headers: Headers): boolean =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))
