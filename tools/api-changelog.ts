/** What a developer reads about changes, in docs/api-changelog.md; the newest entry stands first. */
const newestOf = (changelog: string): string => changelog.split(/^## /m)[1] ?? ''

/** What a line of `narrowedIn` is about: a call, or a schema. */
const subjectOf = (line: string): string => /^[A-Z]+ \/[^\s:]*/.exec(line)?.[0] ?? /^schema (\w+)/.exec(line)?.[1] ?? line

/** Of what is taken away, the calls and schemas that the newest entry does not name. */
export const missingFromChangelog = (lost: readonly string[], changelog: string): string[] => {
  const newest = newestOf(changelog)
  return [...new Set(lost.map(subjectOf))].filter((subject) => !newest.includes(`\`${subject}\``))
}
