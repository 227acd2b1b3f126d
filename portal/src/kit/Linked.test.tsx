import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Linked } from './Linked.tsx'

test('the address at the end of words is a link, and nothing else is', () => {
  expect(renderToStaticMarkup(<Linked text="It has moved. https://eu2.example.com" />)).toMatch(
    /^It has moved\. <a href="https:\/\/eu2\.example\.com" rel="noreferrer"[^>]*>https:\/\/eu2\.example\.com<\/a>$/,
  )
  for (const text of ['It has moved.', 'See https://a.example now', 'javascript:alert(1)'])
    expect(renderToStaticMarkup(<Linked text={text} />)).toBe(text)
})
