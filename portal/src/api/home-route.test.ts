import { expect, test } from 'vitest'
import { homeRoute } from './home-route.ts'

test.each([
  [['ROLE_ADMIN'], [], '/reservations'],
  [['ROLE_MANAGER'], ['reservations'], '/reservations'],
  [['ROLE_MANAGER'], ['channelManagement'], '/channel-management'],
  [['ROLE_BC_AGENT', 'ROLE_MANAGER'], [], '/venues'],
  [['ROLE_MANAGER'], [], '/settings/account'],
  [[], [], '/reservations'],
] as const)('RE1: %j with %j lands on a page he may enter', (roles, permissions, page) => {
  expect(homeRoute({ roles: [...roles], permissions: [...permissions] })).toBe(page)
})
