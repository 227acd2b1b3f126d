import type { TextDialect } from '@tablewire/contracts/channels/text-gateways'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'

/** A gateway as it is used, with its secret. */
export type Gateway = {
  id: string
  companyId: string | null
  dialect: TextDialect
  url: string | null
  sender: string | null
  username: string | null
  secret: string
  /** WhatsApp's: by which Meta signs. */
  appSecret: string
  active: boolean
}
type Sealed = Omit<Gateway, 'secret' | 'appSecret'> & { secretSealed: string | null; appSecretSealed: string | null }
const opened = ({ ports: { secrets } }: Ctx, { secretSealed, appSecretSealed, ...gateway }: Sealed): Gateway => ({
  ...gateway,
  secret: secretSealed === null ? '' : secrets.open(secretSealed),
  appSecret: appSecretSealed === null ? '' : secrets.open(appSecretSealed),
})
const columns = sql`g.id, g.company_id, g.dialect, g.url, g.sender, g.username, g.secret_sealed, g.app_secret_sealed, g.active`

/** A company's own, else the installation's; undefined where texts are not sent. */
export const gatewayFor = async (ctx: Ctx, companyId: string): Promise<Gateway | undefined> => {
  const { rows } = await sql<Sealed>`
    select ${columns} from text_gateways g where g.active and (g.company_id = ${companyId} or g.company_id is null)
    order by g.company_id is null limit 1`.execute(ctx.db)
  return rows[0] && opened(ctx, rows[0])
}

/** Also one that sends no more: guests still answer what it sent. */
export const gatewayById = async (ctx: Ctx, id: string): Promise<Gateway | undefined> => {
  const { rows } = await sql<Sealed>`select ${columns} from text_gateways g where g.id = ${id}`.execute(ctx.db)
  return rows[0] && opened(ctx, rows[0])
}
