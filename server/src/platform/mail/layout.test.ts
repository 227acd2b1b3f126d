import { expect, test } from 'vitest'
import { inkOn, type MailContent, renderMail } from './layout.ts'

const content: MailContent = {
  brand: { name: 'Tables & Co', colour: '#1f5f5b', logoUrl: 'https://brand.test/logo.png?a=1&b=2' },
  title: 'Your table is booked',
  paragraphs: ['Dear <b>Anna</b>,', 'we look forward\nto your visit.'],
  details: [
    ['Guests', '4'],
    ['Name', '"><img src=x onerror=alert(1)>'],
  ],
  action: { label: 'Change it', url: 'https://book.test/r/1?x=1&y=2' },
  footer: 'Osteria Blu, Milano',
  dir: 'ltr',
  lang: 'en',
}

test('nothing a guest typed becomes markup', () => {
  const { html } = renderMail({
    ...content,
    lang: '"><script>',
    footer: '<script>alert(1)</script>',
    brand: { ...content.brand, name: '</title><script>', colour: 'red;}</style><script>' },
  })
  expect(html).not.toContain('<script')
  expect(html).not.toContain('<b>Anna')
  expect(html).not.toContain('<img src=x')
  expect(html).toContain('Dear &lt;b&gt;Anna&lt;/b&gt;')
  expect(html).toContain('background:#1f5f5b')
})

test('a link that could run something is dropped from both forms', () => {
  const mail = renderMail({
    ...content,
    action: { label: 'Change it', url: 'javascript:alert(1)' },
    brand: { ...content.brand, logoUrl: 'data:text/html,x' },
  })
  expect(mail.html).not.toMatch(/javascript:|data:text/)
  expect(mail.text).not.toContain('javascript:')
  expect(mail.html).toContain('Tables &amp; Co')
})

test('text and HTML carry the same content', () => {
  const { text, html } = renderMail(content)
  expect(text).toBe(
    'Your table is booked\n\nDear <b>Anna</b>,\n\nwe look forward\nto your visit.\n\nGuests: 4\nName: "><img src=x onerror=alert(1)>\n\n' +
      'Change it:\nhttps://book.test/r/1?x=1&y=2\n\n-- \nTables & Co\nOsteria Blu, Milano\n',
  )
  expect(html).toContain('we look forward<br>to your visit.')
  expect(html).toContain('href="https://book.test/r/1?x=1&amp;y=2"')
})

test('in French a space stands before the colon of labels and links', () => {
  const { text } = renderMail({
    ...content,
    details: [['Réservations', '205']],
    links: [{ label: 'Télécharger', url: 'https://book.test/f' }],
    lang: 'fr',
  })
  expect(text).toContain('Réservations : 205')
  expect(text).toContain('Télécharger :\nhttps://book.test/f')
  expect(text).not.toMatch(/[^\s]:\s/)
})

test('right-to-left languages run from the right', () => {
  const { html } = renderMail({ ...content, dir: 'rtl', lang: 'ar' })
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).not.toMatch(/align="left"/)
})

test('the button can be read on any brand colour', () => {
  expect(['#ffffff', '#ffee00', '#000000', '#1f5f5b', '#e0115f'].map((colour) => inkOn(colour))).toEqual([
    '#111111',
    '#111111',
    '#ffffff',
    '#ffffff',
    '#ffffff',
  ])
})
