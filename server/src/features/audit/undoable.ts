import type { Right } from '@tablewire/contracts/identity/access'
import type { Ctx } from '#src/platform/ctx.ts'

export type Values = Record<string, unknown>

type Kind = {
  /** What its audit entries call it. */
  subject: string
  /** Of whoever changes it; the verb behind `restore` asks for venues and standing itself. */
  right: Right
  /** Everybody's own: nobody puts it back for somebody else. Whose it is says the caller, so `id` is the venue it is for, empty = all of them. */
  own?: true
}

/** A setting whose former values can be put back. The names of its values are those of its audit entries. */
export type Setting = Kind & {
  /** As it stands now, within what the caller sees; throws when it is not there. */
  current: (ctx: Ctx, id: string) => Promise<Values>
  /** Writes these values over `current` by the verb that changes them, with its checks, its audit entry and its live message. */
  restore: (ctx: Ctx, id: string, values: Values) => Promise<unknown>
  /** Lists of entries with an id, in which the order says nothing: one that only stands in another order was not changed since. */
  unordered?: readonly string[]
  revive?: undefined
}

/** Something that was deleted, and of which enough was kept (`keepDeleted`) to make it again. Its secrets stay gone. */
export type Revivable = Kind & {
  /** Makes it again under its id, with the checks of making one and an audit entry. */
  revive: (ctx: Ctx, id: string) => Promise<unknown>
  /** Whether the caller may make one like it; `before` and whose it was as the entry of its end tells it. Absent = the right is enough. */
  mayRevive?: (ctx: Ctx, before: Values, companyId: string | null) => boolean
}

export type Undoable = Setting | Revivable

/** By the action of the entry that is taken back. Each one is composed in server/src/app, from the api.ts of its feature. */
export type Undoables = Readonly<Record<string, Undoable>>
