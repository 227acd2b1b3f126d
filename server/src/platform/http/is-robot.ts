/** What calls itself a machine; browsers all say who they are. */
const machine =
  /(?<!cu)bot\b|crawl|spider|slurp|preview|monitor|scan|fetch|curl|wget|python|java\/|go-http|libwww|facebookexternalhit|lighthouse/i

/** Whether a page is looked at by a machine: it looks at every day, and nobody stands behind it who would come. */
export const isRobot = (agent: string | undefined): boolean => !agent?.trim() || machine.test(agent)
