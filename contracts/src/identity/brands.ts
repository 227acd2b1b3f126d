import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, line, pageOf, pageQuery, text, whole } from '../kit/wire.ts'

const Mode = z.enum(['light', 'dark', 'semi-dark'])

/** BR1. `theme.palette` maps names such as `primary` to colours; with `fixedMode` the mode overrides the user's choice (BR2). */
export const Brand = z.object({
  id: Id,
  name: z.string(),
  logo: z.string(),
  menuLogo: z.string(),
  favicon: z.string(),
  domains: z.array(z.string()),
  sdkTheme: z.string(),
  theme: z.object({
    mode: Mode,
    fixedMode: z.optional(z.boolean()),
    palette: z.record(z.string(), z.string()),
    buttonHover: z.record(z.string(), z.string()),
  }),
})
export type Brand = z.infer<typeof Brand>

/** A brand as its keepers see it. `version` goes back with a change, so that nobody overwrites what somebody else changed meanwhile. */
export const BrandDetail = z.extend(Brand, {
  isDefault: z.boolean(),
  companyCount: z.int(),
  version: z.int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type BrandDetail = z.infer<typeof BrandDetail>

const Colour = z.string().check(z.regex(/^#[0-9A-Fa-f]{6}$/))
/** The path of a picture: one that came with the product or was sent to `brands.addPicture`; empty = none. */
const Picture = z.string().check(z.maxLength(200))
const fields = {
  name: text(80),
  logo: Picture,
  menuLogo: Picture,
  favicon: Picture,
  /** As people type them; kept in lower case and ASCII, without port and `panel.`. */
  domains: z.array(line(300)).check(z.maxLength(50)),
  /** Name of the widget's theme. */
  sdkTheme: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,39}$/)),
  theme: z.object({
    mode: Mode,
    fixedMode: z.optional(z.boolean()),
    palette: z.object({
      primary: Colour,
      secondary: z.optional(Colour),
      success: z.optional(Colour),
      error: z.optional(Colour),
      warning: z.optional(Colour),
      info: z.optional(Colour),
      /** Ground of the page and of cards in the scheme of `mode`; the other scheme keeps the product's own grounds. */
      background: z.optional(Colour),
      paper: z.optional(Colour),
    }),
    buttonHover: z.object({ primary: z.optional(Colour), secondary: z.optional(Colour) }),
  }),
}

export const PictureUse = z.enum(['logo', 'menuLogo', 'favicon'])
export type PictureUse = z.infer<typeof PictureUse>

export const brands = defineArea('brands', {
  current: {
    method: 'GET',
    path: '/brand',
    summary: 'The brand of the host that was asked.',
    can: 'public',
    audit: 'none',
    result: Brand,
    envelope: 'data',
    errors: [],
  },
  list: {
    method: 'GET',
    path: '/v1/brands',
    summary: 'All brands by name.',
    can: ['read', 'brands'],
    audit: 'none',
    query: z.object({ ...pageQuery, filters: z.optional(z.object({ criteria: z.optional(z.string().check(z.maxLength(120))) })) }),
    result: pageOf(BrandDetail),
    envelope: 'page',
    errors: [],
  },
  get: {
    method: 'GET',
    path: '/v1/brands/:id',
    summary: 'One brand.',
    can: ['read', 'brands'],
    audit: 'none',
    params: IdParams,
    result: BrandDetail,
    envelope: 'data',
    errors: ['brand.not_found'],
  },
  create: {
    method: 'POST',
    path: '/v1/brands',
    summary: 'Make a brand; its domains show it at once.',
    status: 201,
    can: ['create', 'brands'],
    audit: 'brand.created',
    body: z.object(fields),
    result: BrandDetail,
    envelope: 'data',
    idempotent: true,
    errors: ['brand.domain_taken'],
  },
  update: {
    method: 'PUT',
    path: '/v1/brands/:id',
    summary: 'Change a brand; seen by everybody within two seconds.',
    can: ['update', 'brands'],
    audit: 'brand.updated',
    params: IdParams,
    body: z.object({ ...fields, version: whole(1, 2_000_000_000) }),
    result: BrandDetail,
    envelope: 'data',
    errors: ['brand.not_found', 'brand.domain_taken', 'brand.version_stale'],
  },
  delete: {
    method: 'DELETE',
    path: '/v1/brands/:id',
    summary: 'Remove a brand that no company carries; its domains show the default brand then.',
    can: ['delete', 'brands'],
    audit: 'brand.deleted',
    params: IdParams,
    result: z.object({ id: Id }),
    envelope: 'data',
    errors: ['brand.not_found', 'brand.is_default', 'brand.in_use'],
  },
  addPicture: {
    method: 'POST',
    path: '/v1/brand-pictures',
    summary:
      'Send a logo or favicon: the file itself as the body (application/octet-stream or image/*), or as base64 in JSON. It is checked by its content, cleaned and answered with the path to put into a brand.',
    status: 201,
    can: ['update', 'brands'],
    audit: 'brand.picture_added',
    query: z.object({ use: PictureUse }),
    body: z.object({ content: z.base64().check(z.minLength(4), z.maxLength(1_400_000)) }),
    result: z.object({ path: z.string(), type: z.string(), width: z.int(), height: z.int(), bytes: z.int() }),
    envelope: 'data',
    errors: [
      'picture.too_large',
      'picture.type_refused',
      'picture.broken',
      'picture.size_refused',
      'picture.moving',
      'picture.svg_refused',
    ],
  },
})
