/** What of a page's markup is looked at. */
const wanted = new Set(['script', 'a', 'iframe', 'meta'])
/** Their content is text, whatever it looks like. */
const opaque = new Set(['script', 'style', 'template', 'noscript', 'textarea', 'title'])

export type Tag = { name: string; attributes: Readonly<Record<string, string>> }

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'", '#x27': "'", '#38': '&' }
const plain = (text: string): string => text.replaceAll(/&(\w+|#\w+);/g, (whole, name: string) => entities[name.toLowerCase()] ?? whole)

const space = /\s/
const attribute = /[\s/]*([^\s"'>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/y

/** Reads attributes from `at` on: each step takes at least a character, so that no page can keep it busy. */
const readAttributes = (html: string, start: number): { attributes: Record<string, string>; end: number } => {
  const attributes: Record<string, string> = {}
  let at = start
  while (at < html.length && html[at] !== '>') {
    attribute.lastIndex = at
    const found = attribute.exec(html)
    if (!found) {
      at++
      continue
    }
    const name = found[1]!.toLowerCase()
    // As browsers do, the first of a name counts.
    attributes[name] ??= plain(found[2] ?? found[3] ?? found[4] ?? '')
    at = attribute.lastIndex
  }
  return { attributes, end: at + 1 }
}

/** Where the text of an element ends whose content is no markup. */
const endOf = (lower: string, name: string, from: number): number => {
  const at = lower.indexOf(`</${name}`, from)
  return at < 0 ? lower.length : at
}

/**
 * The tags of a page that a booking page can stand by, without comments and without what only scripts hold. No parser of a browser: what is broken beyond
 * reading is passed over.
 */
export const tagsIn = (html: string): Tag[] => {
  const lower = html.toLowerCase()
  const tags: Tag[] = []
  let at = 0
  for (;;) {
    at = lower.indexOf('<', at)
    if (at < 0) return tags
    if (lower.startsWith('<!--', at)) {
      const end = lower.indexOf('-->', at + 4)
      if (end < 0) return tags
      at = end + 3
      continue
    }
    const name = /^[a-z][a-z0-9-]{0,30}/.exec(lower.slice(at + 1, at + 32))?.[0]
    const after = at + 1 + (name?.length ?? 0)
    if (!name || !(space.test(lower[after] ?? '') || '>/'.includes(lower[after] ?? '>'))) {
      at++
      continue
    }
    const { attributes, end } = readAttributes(html, after)
    if (wanted.has(name)) tags.push({ name, attributes })
    at = opaque.has(name) ? endOf(lower, name, end) : end
  }
}
