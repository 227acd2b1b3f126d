import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { users } from '@tablewire/contracts/identity/users'
import type { UserSheetColumn } from './user-sheet-phrases.ts'

/** What a file may say about somebody; the other columns of our own file are told and not read. */
export const userImportFields = [
  'email',
  'firstName',
  'lastName',
  'username',
  'roles',
  'permissions',
  'access',
  'groups',
  'venues',
  'lang',
  'city',
  'country',
  'state',
] as const satisfies readonly UserSheetColumn[]

type Account = Received<typeof users.update>['body']
type Access = Received<typeof users.giveVenues>['body']
/** What an undo puts back. */
export type UserBefore = { account: Omit<Account, 'version'>; access: Omit<Access, 'version'>; disabled: boolean }
