import { createHash } from 'node:crypto'
import type { brands, PictureUse } from '@tablewire/contracts/identity/brands'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { cleanPicture } from './clean-picture.ts'
import { contentTypes } from './picture-kind.ts'

/** Keeps a picture under an address that names its content. Nothing shows it until a brand names it. */
export const addPicture = async (
  ctx: Ctx,
  { use, content }: { use: PictureUse; content: Buffer },
): Promise<Result<typeof brands.addPicture>> => {
  const { ending, width, height, body } = await cleanPicture(content, use)
  const name = `${createHash('sha256').update(body).digest('hex').slice(0, 40)}.${ending}`
  const path = `/brand-pictures/${name}`
  const type = contentTypes[ending]
  const picture = { path, type, width, height, bytes: body.length }
  await transaction(ctx, async (inner) => {
    const createdAt = inner.clock().toString()
    // The row first: it holds back the cleaning of the same picture until the file lies there again.
    await inner.db
      .insertInto('brandPictures')
      .values({ path, contentType: type, width, height, bytes: body.length, createdAt })
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ createdAt }))
      .execute()
    await inner.ports.files.put(path.slice(1), body, type)
    await audit(inner, { action: 'brand.picture_added', subject: 'brand_picture', subjectId: path, after: { ...picture, use } })
  })
  return picture
}
