import Fastify from 'fastify'
import pg from 'pg'

/*
 * The baseline of the list benches: hand-written SQL for the same rows without sign-in, permissions or checks. The page is limited before the joins,
 * and single rows use a prepared statement.
 */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 16 })

const columns = `r.id, r.reference, r.venue_id as "venueId", v.name as "venueName", r.status, r.party_size as "partySize", r.starts_at as "startsAt", r.ends_at as "endsAt",
  r.starts_local as "startsLocal", r.service_on as "serviceOn", r.area_id as "areaId", a.name as "areaName", r.source, r.channel_id as "channelId", c.name as "channelName",
  json_build_object('id', r.guest_id, 'firstName', r.guest_first_name, 'lastName', r.guest_last_name, 'email', r.guest_email, 'phone', r.guest_phone, 'lang', r.guest_lang) as guest,
  r.notes, r.tags, r.override, r.hold_expires_at as "holdExpiresAt", r.created_at as "createdAt", r.updated_at as "updatedAt", r.version`
const joins = `join venues v on v.id = r.venue_id left join areas a on a.venue_id = r.venue_id and a.id = r.area_id left join channels c on c.id = r.channel_id`
const within = `r.venue_id = any($1::uuid[]) and r.service_on >= $2 and r.service_on <= $3 and r.listed and ($4::text is null or r.search like $4)`

const app = Fastify({ logger: false })
type Query = { venues: string; from: string; to: string; q?: string }
app.get<{ Querystring: Query }>('/list', async (request) => {
  const { venues, from, to, q } = request.query
  const values = [venues.split(','), from, to, q ? `%${q}%` : null]
  const [rows, total] = await Promise.all([
    pool.query(
      `with page as materialized (select r.* from reservations r where ${within} order by r.starts_at, r.id limit 50)
       select ${columns} from page r ${joins} order by r.starts_at, r.id`,
      values,
    ),
    pool.query(`select count(*)::int as total from reservations r where ${within}`, values),
  ])
  return { data: rows.rows, total: total.rows[0].total }
})
app.get<{ Params: { id: string } }>(
  '/get/:id',
  async (request) =>
    (await pool.query({ name: 'one', text: `select ${columns} from reservations r ${joins} where r.id = $1`, values: [request.params.id] }))
      .rows[0],
)
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`baseline ready at ${address}\n`)
process.once('SIGTERM', () => void app.close().then(() => pool.end()))
