import type { Generated, InsertObject, UpdateObject } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { DefaultedInstant, Tables } from '#src/platform/db/schema.ts'

type Groups = {
  id: string
  companyId: string
  name: string
  logo: Generated<string>
  fbInstallLink: string | null
  version: Generated<number>
  createdAt: DefaultedInstant
  updatedAt: DefaultedInstant
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    groups: Groups
  }
}

export const insertGroup = async (ctx: Ctx, group: InsertObject<Tables, 'groups'>): Promise<void> => {
  await ctx.db.insertInto('groups').values(group).execute()
}

export const setGroup = async (ctx: Ctx, id: string, changes: UpdateObject<Tables, 'groups'>): Promise<void> => {
  await ctx.db.updateTable('groups').set(changes).where('id', '=', id).execute()
}

/** Its venues stay, and so do the people it was given to. */
export const removeGroup = async (ctx: Ctx, id: string): Promise<void> => {
  await ctx.db.deleteFrom('groups').where('id', '=', id).execute()
}
