import type { companies } from '@tablewire/contracts/estate/companies'
import type { groups } from '@tablewire/contracts/estate/groups'
import type { Handlers } from '#src/platform/http/mount.ts'
import { companyTree } from './company-tree.ts'
import { readCompany } from './company-view.ts'
import { deleteCompany } from './delete-company.ts'
import { readGroup } from './group-view.ts'
import { listCompanies } from './list-companies.ts'
import { listGroups } from './list-groups.ts'
import { moveVenues, planMove } from './move-venues.ts'
import { createCompany, updateCompany } from './write-company.ts'
import { addLogo, createGroup, deleteGroup, updateGroup } from './write-group.ts'

export const companiesHandlers: Handlers<typeof companies> = {
  list: (ctx, { query }) => listCompanies(ctx, query),
  get: (ctx, { params }) => readCompany(ctx, params.id),
  tree: (ctx, { params }) => companyTree(ctx, params.id),
  create: (ctx, { body }) => createCompany(ctx, body),
  update: (ctx, input) => updateCompany(ctx, input),
  delete: (ctx, { params }) => deleteCompany(ctx, params.id),
  planMove: (ctx, input) => planMove(ctx, input),
  moveVenues: (ctx, input) => moveVenues(ctx, input),
}

export const groupsHandlers: Handlers<typeof groups> = {
  list: (ctx, { query }) => listGroups(ctx, query),
  get: (ctx, { params, query }) => readGroup(ctx, params.id, query.mode),
  create: (ctx, { body }) => createGroup(ctx, body),
  update: (ctx, input) => updateGroup(ctx, input),
  delete: (ctx, { params }) => deleteGroup(ctx, params.id),
  addLogo: (ctx, { body }) => addLogo(ctx, body.content),
}
