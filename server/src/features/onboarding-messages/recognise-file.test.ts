import { expect, test } from 'vitest'
import { refusal } from '../../../../tests/build/refusal.ts'
import { recogniseFile } from './recognise-file.ts'

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const recognise = (name: string, content: Buffer | string) => recogniseFile({ name, content: Buffer.from(content as string) })

test('what a file is stands in it, and it is called after that', async () => {
  expect(await recognise('menu.html', png)).toMatchObject({ contentType: 'image/png', name: 'menu.html.png' })
  expect(await recognise('C:\\tmp\\Front door.PNG', png)).toMatchObject({ name: 'Front door.png' })
  expect(await recognise('a.pdf', '%PDF-1.7\n1 0 obj\n')).toMatchObject({ contentType: 'application/pdf', name: 'a.pdf' })
  expect(await recognise('tables.csv', 'area;seats\nbar;4\n')).toMatchObject({ contentType: 'text/csv', name: 'tables.csv' })
  expect(await recognise('note', 'Grüße, 5 < 6')).toMatchObject({ contentType: 'text/plain', name: 'note.txt' })
  expect(await recognise('../../etc/\u202egnp.exe', 'text')).toMatchObject({ name: 'gnp.exe.txt' })
})

test('pages, pictures made of code, programs and packed folders are refused, whatever they are called', async () => {
  const refused: [string, Buffer | string][] = [
    ['menu.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['menu.txt', '  \n<!doctype html><script>alert(1)</script>'],
    ['menu.txt', '\ufeff<html>'],
    ['menu.csv', '<?xml version="1.0"?><svg/>'],
    ['menu.pdf', Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])],
    ['menu.docx', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
    ['menu.txt', Buffer.from([1, 2, 3, 0, 255])],
  ]
  for (const [name, content] of refused) expect([name, await refusal(recognise(name, content))]).toEqual([name, 'attachment.type'])
})

test('an empty file and one of more than 10 MB are refused', async () => {
  expect(await refusal(recognise('a.txt', ''))).toBe('attachment.empty')
  expect(await refusal(recognise('a.txt', 'x'.repeat(10 * 1024 * 1024 + 1)))).toBe('attachment.too_large')
  expect((await recognise('a.txt', 'x'.repeat(10 * 1024 * 1024))).content).toHaveLength(10 * 1024 * 1024)
})
