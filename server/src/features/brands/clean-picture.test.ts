import { crc32, deflateSync } from 'node:zlib'
import type { PictureUse } from '@tablewire/contracts/identity/brands'
import { expect, test } from 'vitest'
import { cleanPicture } from './clean-picture.ts'

const clean = (file: Buffer | string, use: PictureUse = 'logo') => cleanPicture(Buffer.from(file as string), use)
const codeOf = (file: Buffer | string, use?: PictureUse): Promise<string> =>
  clean(file, use).then(
    ({ body }) => `taken: ${body.toString('utf8')}`,
    (error: { code: string; values: { found?: string } }) => error.code,
  )
const foundIn = (file: string): Promise<string | undefined> =>
  clean(file).then(
    ({ body }) => `taken: ${body.toString('utf8')}`,
    (error: { values: { found?: string } }) => error.values.found,
  )

const chunk = (type: string, data: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(8 + named.length)
  whole.writeUInt32BE(data.length)
  named.copy(whole, 4)
  whole.writeUInt32BE(crc32(named), 4 + named.length)
  return whole
}
const head = (width: number, height: number): Buffer => {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  data.writeUInt32BE(width)
  data.writeUInt32BE(height, 4)
  return chunk('IHDR', data)
}
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const aPng = ({ width = 32, height = 32, rows = Buffer.alloc((width * 3 + 1) * height), extra = [] as Buffer[] } = {}): Buffer =>
  Buffer.concat([signature, head(width, height), ...extra, chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))])
const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data])
const aJpeg = ({ width = 40, height = 30, extra = [] as Buffer[], tail = Buffer.from([0xff, 0xd9]) } = {}): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...extra,
    segment(0xc0, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    tail,
  ])
const riff = (...chunks: [string, Buffer][]): Buffer => {
  const parts = chunks.map(([name, data]) => {
    const start = Buffer.from(`${name}\0\0\0\0`, 'latin1')
    start.writeUInt32LE(data.length, 4)
    return Buffer.concat([start, data, Buffer.alloc(data.length % 2)])
  })
  const start = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  start.writeUInt32LE(4 + Buffer.concat(parts).length, 4)
  return Buffer.concat([start, ...parts])
}
const lossless = (width: number, height: number): Buffer => {
  const data = Buffer.alloc(12, 0x2f)
  data.writeUInt32LE((width - 1) | ((height - 1) << 14), 1)
  return data
}
const anIco = (...images: Buffer[]): Buffer => {
  const start = Buffer.alloc(6 + 16 * images.length)
  start.writeUInt16LE(1, 2)
  start.writeUInt16LE(images.length, 4)
  let offset = start.length
  for (const [index, image] of images.entries()) {
    start.writeUInt32LE(image.length, 6 + 16 * index + 8)
    start.writeUInt32LE(offset, 6 + 16 * index + 12)
    offset += image.length
  }
  return Buffer.concat([start, ...images])
}
const svg = (inside: string, attributes = 'viewBox="0 0 24 24"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`

test('BR1: a picture is what its content says, and only kinds that fit its use are taken', async () => {
  expect(await clean(aPng())).toMatchObject({ ending: 'png', width: 32, height: 32 })
  expect(await clean(aJpeg())).toMatchObject({ ending: 'jpg', width: 40, height: 30 })
  expect(await clean(riff(['VP8L', lossless(64, 48)]))).toMatchObject({ ending: 'webp', width: 64, height: 48 })
  expect(await clean(anIco(aPng()), 'favicon')).toMatchObject({ ending: 'ico', width: 32, height: 32 })
  expect(await clean(svg('<path d="M0 0h24v24z"/>'))).toMatchObject({ ending: 'svg', width: 24, height: 24 })
  for (const file of [
    '',
    'GIF89a...',
    '<!doctype html><svg></svg>',
    '<html><svg/></html>',
    '%PDF-1.7',
    'MZ',
    'just text',
    '\u0000\u0000\u0001\u0000',
  ])
    expect(await codeOf(file), file).toBe('picture.type_refused')
  expect(await codeOf(aJpeg(), 'favicon')).toBe('picture.type_refused')
  expect(await codeOf(anIco(aPng()))).toBe('picture.type_refused')
  expect(await codeOf(Buffer.concat([aPng(), Buffer.alloc(600_000)]))).toBe('picture.too_large')
})

test('BR1: what is private or hides behind a picture is not kept', async () => {
  const secret = Buffer.from('<script>alert(1)</script>GPS 41.38')
  const png = await clean(Buffer.concat([aPng({ extra: [chunk('tEXt', secret), chunk('eXIf', secret), chunk('iCCP', secret)] }), secret]))
  expect(png.body).toEqual(aPng())
  const jpeg = await clean(Buffer.concat([aJpeg({ extra: [segment(0xe1, secret), segment(0xfe, secret), segment(0xe0, secret)] }), secret]))
  expect(jpeg.body).toEqual(aJpeg())
  const webp = await clean(
    Buffer.concat([riff(['VP8X', Buffer.from('2c0000003f00002f0000', 'hex')], ['VP8L', lossless(64, 48)], ['EXIF', secret]), secret]),
  )
  expect(webp.body).toEqual(riff(['VP8L', lossless(64, 48)]))
  const ico = await clean(Buffer.concat([anIco(Buffer.concat([aPng(), secret])), secret]), 'favicon')
  expect(ico.body.includes('script')).toBe(false)
  expect(await clean(ico.body, 'favicon')).toMatchObject({ body: ico.body })
})

test('BR1: damaged files, bombs and moving pictures are refused before anything is unpacked', async () => {
  expect(await codeOf(aPng({ width: 60_000, height: 60_000, rows: Buffer.alloc(10) }))).toBe('picture.size_refused')
  expect(await codeOf(aPng({ width: 8, height: 8 }))).toBe('picture.size_refused')
  expect(await codeOf(aPng({ rows: Buffer.alloc(64_000_000) }))).toBe('picture.broken')
  expect(await codeOf(aPng({ rows: Buffer.alloc(100) }))).toBe('picture.broken')
  expect(await codeOf(aPng({ extra: [chunk('acTL', Buffer.alloc(8))] }))).toBe('picture.moving')
  expect(await codeOf(aPng().subarray(0, -6))).toBe('picture.broken')
  expect(await codeOf(signature)).toBe('picture.broken')
  const flipped = aPng()
  flipped[20]! ^= 1
  expect(await codeOf(flipped)).toBe('picture.broken')
  expect(await codeOf(aJpeg({ width: 65_000 }))).toBe('picture.size_refused')
  expect(await codeOf(aJpeg({ tail: Buffer.alloc(0) }))).toBe('picture.broken')
  expect(await codeOf(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBe('picture.broken')
  expect(await codeOf(riff(['ANIM', Buffer.alloc(6)], ['VP8L', lossless(64, 48)]))).toBe('picture.moving')
  expect(await codeOf(riff(['VP8L', lossless(16_000, 48)]))).toBe('picture.size_refused')
  expect(await codeOf(riff(['VP8X', Buffer.alloc(10)]))).toBe('picture.broken')
  expect(await codeOf(riff(['VP8L', lossless(64, 48)]).subarray(0, 20))).toBe('picture.broken')
  expect(await codeOf(anIco(aPng({ width: 300, height: 300 })), 'favicon')).toBe('picture.broken')
  expect(await codeOf(anIco(Buffer.from('<script>alert(1)</script>, at least forty bytes')), 'favicon')).toBe('picture.broken')
  expect(await codeOf(Buffer.concat([Buffer.from('000001000100', 'hex'), Buffer.alloc(30, 0xff)]), 'favicon')).toBe('picture.broken')
})

test.each([
  ['a script', svg('<script>alert(1)</script>')],
  ['a script in capitals', svg('<SCRIPT>alert(1)</SCRIPT>')],
  ['a script with a prefix', svg('<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>')],
  ['a script deep inside', svg('<g><g><defs><script href="#a"/></defs></g></g>')],
  ['an event', svg('<path d="M0 0" onclick="alert(1)"/>')],
  ['an event of the root', svg('', 'viewBox="0 0 1 1" onload="alert(1)"')],
  ['an event in capitals', svg('<g ONMOUSEOVER="alert(1)"/>')],
  ['an event with a prefix', svg('<g xlink:onload="alert(1)"/>')],
  ['HTML inside', svg('<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://evil.example"/></foreignObject>')],
  ['a frame', svg('<iframe src="https://evil.example"/>')],
  ['a link', svg('<a href="javascript:alert(1)"><path d="M0 0"/></a>')],
  ['a picture from elsewhere', svg('<image href="https://evil.example/track.png"/>')],
  ['a picture as data', svg('<image xlink:href="data:image/svg+xml;base64,PHN2Zz4="/>')],
  ['a use from elsewhere', svg('<use href="https://evil.example/x.svg#a"/>')],
  ['a use of data', svg('<use xlink:href="data:image/svg+xml,&lt;svg id=&quot;x&quot;/>#x"/>')],
  ['a gradient from elsewhere', svg('<linearGradient xlink:href="//evil.example/a.svg#g"/>')],
  ['an animation that sets a link', svg('<path d="M0 0"><animate attributeName="href" values="javascript:alert(1)"/></path>')],
  ['a set', svg('<set attributeName="onclick" to="alert(1)"/>')],
  ['a fill from elsewhere', svg('<path fill="url(https://evil.example/p.svg#a)" d="M0 0"/>')],
  ['a style that loads', svg('<path style="background:url(//evil.example/x)" d="M0 0"/>')],
  ['a style that hides its word', svg('<path style="fill:\\75rl(//evil.example/x)" d="M0 0"/>')],
  ['a style sheet that imports', svg('<style>@import "https://evil.example/x.css";</style>')],
  ['a style sheet with a font', svg('<style>@font-face{font-family:x;src:url(https://evil.example/f)}</style>')],
  ['a style sheet in character data', svg('<style><![CDATA[path{fill:url("https://evil.example/#x")}]]></style>')],
  ['a style sheet for old browsers', svg('<style>path{-moz-binding:url(#x);behavior:url(#y)}</style>')],
  ['an entity', '<!DOCTYPE svg [<!ENTITY x "alert(1)">]><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">&x;</svg>'],
  ['a file by entity', '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg viewBox="0 0 1 1"><text>&x;</text></svg>'],
  ['a DTD of its own', '<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]><svg viewBox="0 0 1 1"/>'],
  ['a style sheet before it', '<?xml-stylesheet href="https://evil.example/x.xsl" type="text/xsl"?><svg viewBox="0 0 1 1"/>'],
  ['another namespace', '<svg xmlns="http://www.w3.org/1999/xhtml" viewBox="0 0 1 1"><b/></svg>'],
  ['a handler', svg('<handler type="text/javascript" ev:event="load">alert(1)</handler>').replace('<svg ', '<svg xmlns:ev="urn:e" ')],
  ['a ring of references', svg('<g id="a"><use href="#a"/></g>')],
  [
    'a billion squares',
    svg(
      `<defs><path id="l0" d="M0 0"/>${Array.from({ length: 9 }, (_, at) => `<g id="l${at + 1}">${`<use href="#l${at}"/>`.repeat(10)}</g>`).join('')}</defs><use href="#l9"/>`,
    ),
  ],
  ['a chain without end', svg(Array.from({ length: 2400 }, (_, at) => `<g id="c${at}"><use href="#c${at + 1}"/></g>`).join(''))],
  ['too many parts', svg('<g/>'.repeat(6000))],
])('BR1: an SVG with %s is refused, and whoever sent it reads why', async (_, file) => {
  expect(await codeOf(file)).toBe('picture.svg_refused')
  expect(await foundIn(file)).toMatch(/^[\x20-\x7e]{3,60}$/)
})

test('BR1: an SVG that is none, or nested without end, is damaged', async () => {
  for (const file of [
    '<svg ',
    '<svg viewBox="0 0 1 1">',
    '<svg viewBox="0 0 1 1"/><script>alert(1)</script>',
    svg('<path d="M0 0" d="M1 1"/>'),
    svg('&nbsp;'),
    svg('<g/>', ''),
    svg('<g/>', 'viewBox="0 0 0 0"'),
    svg('<g/>', 'viewBox="0 0 nine 9"'),
  ])
    expect(await codeOf(file), file).toBe('picture.broken')
  expect(await codeOf(Buffer.from([...Buffer.from('<svg viewBox="0 0 1 1"><title>'), 0xc3, 0x28, ...Buffer.from('</title></svg>')]))).toBe(
    'picture.broken',
  )
  expect(await codeOf(svg('<g>'.repeat(40_000) + '</g>'.repeat(40_000)))).toMatch(/^picture\.(broken|svg_refused)$/)
})

test('BR1: drawing programs leave much behind; the drawing stays', async () => {
  const file =
    '\ufeff<?xml version="1.0" encoding="UTF-8" standalone="no"?><!-- Made with a drawing program -->' +
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">' +
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:sodipodi="urn:s" width="200px" height="50px" version="1.1" xml:space="preserve">' +
    '<metadata><rdf:RDF xmlns:rdf="urn:r"/></metadata><sodipodi:namedview id="base"/><title>Tom &amp; Söhne 🍷</title>' +
    '<style type="text/css">.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><g id="m"/></defs>' +
    '<path class="a" d="M0 0h9" inkscape:label="x" xmlns:inkscape="urn:i" data-name="leaf"/><use xlink:href="#m"/><text>A &lt; B</text></svg>'
  const { body, width, height } = await clean(file)
  expect([width, height]).toEqual([200, 50])
  expect(body.toString()).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="200px" height="50px" viewBox="0 0 200 50"><title>Tom &amp; Söhne 🍷</title>' +
      '<style type="text/css">.a{fill:url(#g)}</style><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><g id="m"/></defs>' +
      '<path class="a" d="M0 0h9"/><use href="#m"/><text>A &lt; B</text></svg>',
  )
  expect((await clean(body)).body.equals(body)).toBe(true)
})

test('BR1: a file made to keep the server busy is soon through', async () => {
  const before = process.cpuUsage()
  for (const text of ['a'.repeat(400_000), 'url('.repeat(100_000), ' '.repeat(400_000), 'data '.repeat(80_000), "url(#a'".repeat(50_000)])
    for (const file of [svg(`<path d="${text}"/>`), svg(`<style>${text}</style>`), svg(`<text>${text}</text>`)]) await codeOf(file)
  expect(process.cpuUsage(before).user).toBeLessThan(18_000_000)
})
