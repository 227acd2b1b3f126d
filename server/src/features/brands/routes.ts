import type { brands } from '@tablewire/contracts/identity/brands'
import type { Handlers } from '#src/platform/http/mount.ts'
import { addPicture } from './add-picture.ts'
import { brandOfHost } from './api.ts'
import { readBrand } from './brand-view.ts'
import { createBrand } from './create-brand.ts'
import { deleteBrand } from './delete-brand.ts'
import { listBrands } from './list-brands.ts'
import { updateBrand } from './update-brand.ts'

export const brandsHandlers: Handlers<typeof brands> = {
  current: (ctx) => brandOfHost(ctx.db, ctx.origin.host),
  list: (ctx, { query }) => listBrands(ctx, query),
  get: (ctx, { params }) => readBrand(ctx, params.id),
  create: (ctx, { body }) => createBrand(ctx, body),
  update: (ctx, input) => updateBrand(ctx, input),
  delete: (ctx, { params }) => deleteBrand(ctx, params.id),
  addPicture: (ctx, { query, body }) => addPicture(ctx, { use: query.use, content: Buffer.from(body.content, 'base64') }),
}
