import { expect, test } from 'vitest'
import { addressOf } from './address.ts'

const urlsOf = (text: string): readonly string[] | undefined => addressOf(text)?.urls

test('several servers of one database are one address for each, with everything else the same', () => {
  expect(addressOf('postgres://me:p%40ss@a:5433,b,[::1]:5434/shop?target_session_attrs=read-write&sslmode=require')).toEqual({
    urls: [
      'postgres://me:p%40ss@a:5433/shop?sslmode=require',
      'postgres://me:p%40ss@b/shop?sslmode=require',
      'postgres://me:p%40ss@[::1]:5434/shop?sslmode=require',
    ],
    mustWrite: true,
  })
})

test('one server stays as it is said, and is looked at only when that is wished for', () => {
  const socket = 'postgresql:///tablewire?user=tablewire&host=%2Ftmp%2Fa%2Cb'
  expect(addressOf(socket)).toEqual({ urls: [socket], mustWrite: false })
  expect(addressOf('postgres://a/b?target_session_attrs=primary')).toEqual({ urls: ['postgres://a/b'], mustWrite: true })
  expect(addressOf('postgres://a/b?target_session_attrs=any')).toEqual({ urls: ['postgres://a/b'], mustWrite: false })
})

test('what is no such address, or asks for a server that takes no writes, is none', () => {
  expect(
    ['http://a/b', 'postgres://a,,b/c', 'postgres://a:port,b/c', 'postgres://a/b?target_session_attrs=standby', ''].map(urlsOf),
  ).toEqual(Array.from({ length: 5 }, () => undefined))
})
