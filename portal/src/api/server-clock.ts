/** By how much this device's clock is behind the server's, as its last answer said. */
let behindMs = 0

export const noteClock = (answer: Pick<Response, 'headers'>, now = Date.now()): void => {
  const said = Date.parse(answer.headers.get('date') ?? '')
  if (!Number.isNaN(said)) behindMs = said - now
}

/** What the server's clock shows, also while nobody can ask it. */
export const serverNow = (now = Date.now()): string => new Date(now + behindMs).toISOString()
