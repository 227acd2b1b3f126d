import { expect, test } from 'vitest'
import { tagsIn } from './tags-in.ts'

const namesIn = (html: string): string[] =>
  tagsIn(html).map(({ name, attributes }) => [name, attributes['href'] ?? attributes['src'] ?? ''].join(' '))

test('WI1: the tags a browser would make of a page, with their attributes as it reads them', () => {
  expect(tagsIn(`<A class=x HREF='/book/1?a=1&amp;b=2' data-tw-venue>Book</a><script async src="/widget.js"></script>`)).toEqual([
    { name: 'a', attributes: { class: 'x', href: '/book/1?a=1&b=2', 'data-tw-venue': '' } },
    { name: 'script', attributes: { async: '', src: '/widget.js' } },
  ])
})

test('WI1: what a comment, a script or a template only holds is no tag', () => {
  expect(
    namesIn(
      `<!-- <a href="/1"> --><script>const x = '<a href="/2">'</script><template><a href="/3"></template><style>/*<a href="/4">*/</style><a href="/5">`,
    ),
  ).toEqual(['script ', 'a /5'])
  expect(namesIn('<!-- never ended <a href="/1">')).toEqual([])
})

test('WI1: broken markup is passed over, and takes no time', () => {
  expect(namesIn(`< a href="/1"><a href="/2" title="x>y"><a"<a href='/3'>`)).toContain('a /2')
  for (const evil of ['<a ', '<a "', "<a '=", '<!--', '<script>', '<a href="', '<<<<'])
    expect(tagsIn(evil.repeat(60_000)).length).toBeLessThan(60_001)
})
