import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClock, aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aVenue, type TestVenue } from '../../../../tests/build/a-venue.ts'
import { checkText } from './check-text.ts'
import { figuresOf, type SalesFigures } from './figures.ts'
import { modelFacts } from './model-facts.ts'
import { modelTextOf, orderText, writeText } from './order-text.ts'
import { salesPageHtml } from './page-html.ts'
import { defaultBrand } from '../brands/shipped-brands.ts'
import { listInstallationProblems } from '../traces/list-installation-problems.ts'
import { salesLinksHandlers } from './routes.ts'

let open: OpenDb
let venue: TestVenue
let server: Server
/** What the model does with the next question. */
let answers: (reply: ServerResponse) => void
const asked: { authorization: string | undefined; body: string }[] = []
const clock = aClock('2026-11-26T10:00:00Z')
const recorded = recordingPorts()

beforeAll(async () => {
  open = await aDb()
  venue = await aVenue(open.db, { name: 'Bistro 21' })
  server = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      asked.push({ authorization: request.headers.authorization, body })
      answers(reply)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  Object.assign(recorded.ports.config, {
    salesModelUrl: `${origin}/v1/chat/completions`,
    salesModelKey: 'sesame',
    salesModelSeconds: 1,
    modelServices: [origin],
  })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await open.close()
})

const ctx = () => aCtx(open.db, { clock, ports: recorded.ports })
const says = (content: string) => (reply: ServerResponse) => void reply.end(JSON.stringify({ choices: [{ message: { content } }] }))
const about = async () => {
  const { id: linkId } = await salesLinksHandlers.create(ctx(), { body: { venueId: venue.id } } as never)
  return { linkId, lang: 'en' as const, figures: (await figuresOf(ctx(), venue.id))! }
}
const written = async (behaves: typeof answers) => {
  answers = behaves
  const one = await about()
  await orderText(ctx(), one)
  await writeText(ctx(), one)
  const row = await open.db.selectFrom('salesTexts').selectAll().where('linkId', '=', one.linkId).executeTakeFirstOrThrow()
  return { state: row.state, reason: row.reason, shown: await modelTextOf(ctx(), one) }
}
const good = (figures: SalesFigures) =>
  `Bistro 21 could reach more guests than it does today.\n\nIts public listing is ${figures.listing!.score} % complete, and that can grow.`

test('ON2: a model’s own words are shown, marked as such, once every number in them is ours', async () => {
  const { figures } = await about()
  expect(await written(says(good(figures)))).toMatchObject({ state: 'written', shown: good(figures).replace('\n\n', '\n') })
  expect(asked.at(-1)).toMatchObject({ authorization: 'Bearer sesame', body: expect.stringContaining('Bistro 21') as string })
  const html = salesPageHtml({
    withDemo: false,
    figures,
    brand: defaultBrand,
    lang: 'en',
    path: '/sales/x',
    modelText: '<img src=x onerror=1> & so on',
  }).text
  expect(html).toContain('&lt;img src=x onerror=1&gt; &amp; so on')
  expect(html).toContain('Worded by a language model')
})

test('ON2: a model that is slow, broken, wrong or invents is not shown; its page has the rules’ words', async () => {
  const long = 'Bistro 21 could reach more guests than it does today, every evening. '
  for (const [behaves, state, reason] of [
    [() => undefined, 'failed', 'late'],
    [(reply: ServerResponse) => void reply.destroy(), 'failed', 'unreachable'],
    [(reply: ServerResponse) => void reply.writeHead(500).end('{}'), 'failed', 'status'],
    [(reply: ServerResponse) => void reply.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 'failed', 'status'],
    [(reply: ServerResponse) => void reply.end('<html>'), 'failed', 'unreadable'],
    [(reply: ServerResponse) => void reply.end('{"choices":[]}'), 'failed', 'unreadable'],
    [(reply: ServerResponse) => void reply.end(`{"choices":[{"message":{"content":"${'x'.repeat(70_000)}"}}]}`), 'failed', 'unreadable'],
    [says(''), 'refused', 'empty'],
    [says(long.repeat(100)), 'refused', 'long'],
    [says(`${long} You would win 31 guests.`), 'refused', 'numbers'],
    [says(`${long} You would win ٣١ guests.`), 'refused', 'numbers'],
    [says(`${long} You would win thirty guests.`), 'refused', 'words'],
    [says(`${long} That is 21 % more.`), 'refused', 'percent'],
    [says(`${long} That is 21 €.`), 'refused', 'money'],
    [says(`${long} See https://evil.example.`), 'refused', 'link'],
  ] as const) {
    expect(await written(behaves)).toEqual({ state, reason, shown: undefined })
  }
})

test('ON2: markup of a model becomes plain text', async () => {
  const facts = modelFacts((await about()).figures)
  const said = '<script>alert(7)</script><p onclick="x()">Bistro 21 could reach **more guests** than it does today.</p>\n# More\n- soon'
  expect(checkText(said, facts, 'en')).toEqual({ text: 'Bistro 21 could reach more guests than it does today.\nMore\nsoon' })
})

const refusedWords: Record<Lang, readonly string[]> = {
  en: [
    'You would win tenfold bookings.',
    'hundredfold gains',
    'Quadruple your bookings.',
    'A third more guests come.',
    'Two thirds of them leave.',
    'One-third come back.',
    'A third of tables stay empty.',
    'It is the third most visited house of its town.',
    'A quarter of tables stay empty.',
    'Three quarters of them leave.',
    'Half your tables stay empty.',
    'Twice as many guests, or double the bookings.',
    'Ten more guests an evening.',
    'Billions of guests.',
    'Earn 21k more.',
    'Eighteen guests more.',
  ],
  de: [
    'Sie hätten dreimal so viele Gäste.',
    'Zwölfmal so viel.',
    'Einen Drittel mehr Gäste.',
    'Ein Viertel aller Tische bleibt leer.',
    'Ein Fünftel mehr.',
    'Acht Gäste mehr am Abend.',
    'Doppelt so viele Gäste.',
    'Zweiundzwanzig Tische mehr.',
    'Sie sind das zweitgrößte Haus am Platz.',
  ],
  fr: [
    'Une centaine de couverts en plus.',
    'Des milliers de clients.',
    'Onze tables de plus.',
    'Neuf clients de plus.',
    'Un tiers de réservations en plus.',
    'Le tiers des tables reste vide.',
    'Le double de réservations.',
    'Dix couverts de plus.',
    'Cent couverts de plus.',
  ],
  es: [
    'Un tercio más de reservas.',
    'decenas de mesas',
    'Once mesas más.',
    'El doble de reservas.',
    'Un cuarto de las mesas queda libre.',
    'Mil clientes más.',
    'Dos mesas más.',
  ],
  nl: [
    'een derde meer',
    'driemaal zoveel',
    'Acht gasten meer.',
    'Twee keer zoveel gasten.',
    'Dubbel zoveel boekingen.',
    'Een kwart van de tafels blijft leeg.',
    'Een vijfde deel.',
    'Half zoveel.',
  ],
}
/** Words that are numbers elsewhere, or beside other words. */
const harmlessWords: Record<Lang, readonly string[]> = {
  en: [
    'Your listing is there at once. First impressions count.',
    'Once guests find you, they book; seize the evening.',
    'Third parties sell your tables too, and a third-party channel helps.',
    'First the photos, second the hours, third the menu.',
    'The old quarter is full of guests; the canteen next door is not.',
    'Double bookings are avoided.',
    'Some come from miles away, and ask for quince.',
    'Offers stand in tiers.',
  ],
  de: [
    'Ihr Profil zeigt Gästen noch nicht alles; gut gepflegte Einträge werden öfter gefunden.',
    'Das ist einzigartig, würzig und fleißig gepflegt, ohne Zweifel.',
    'Erstens die Fotos, zweitens die Zeiten, drittens die Karte.',
    'Auch Dritte verkaufen Ihre Tische, seit Jahrzehnten.',
    'Im Viertel kennt man Sie; nehmen Sie sich in Acht.',
    'Doppelbuchungen gibt es keine.',
  ],
  fr: [
    'Votre fiche peut encore gagner en photos et en horaires.',
    'Un regard neuf sur votre maison, et des sites tiers qui vous montrent.',
    'Sans double réservation, avec dos de cabillaud à la carte.',
    'Un mille-feuille bien en vue, sur la seconde photo.',
  ],
  es: [
    'Su ficha todavía puede mejorar con fotos y horarios al día.',
    'Sin dobles reservas y con sitios de terceros que le muestran.',
    'En tercer lugar, las fotos.',
  ],
  nl: [
    'Uw vermelding kan nog beter, met foto’s en openingstijden op de achtergrond.',
    'Onze pagina toont u, ten minste wat er al staat.',
    'Derde partijen verkopen uw tafels ook; neem dat in acht.',
    'Ten eerste de foto’s, ten tweede de tijden.',
    'Tieners vinden u ook, zonder dubbele boekingen.',
  ],
}
const shares: Record<Lang, string> = {
  en: 'Your listing is {score} per cent complete.',
  de: 'Ihr Eintrag ist zu {score} Prozent vollständig.',
  fr: 'Votre fiche est complète à {score} pour cent.',
  es: 'Su ficha está completa en un {score} por ciento.',
  nl: 'Uw vermelding is voor {score} procent volledig.',
}

test('ON2: numbers in words, factors, shares and addresses are nobody’s, in five languages; what is said without them stays', async () => {
  const facts = modelFacts((await about()).figures)
  const score = String(facts.publicListing!.percentComplete)
  const lead = 'Bistro 21 could be found by more people, every evening. '
  for (const [lang, all] of Object.entries(refusedWords))
    for (const said of [...all, `${score} % of guests do not find you.`, 'Visit spam.example now.'])
      expect(checkText(`${lead}${said}`, facts, lang as Lang), said).toHaveProperty('refused')
  for (const [lang, all] of Object.entries(harmlessWords))
    for (const said of all) expect(checkText(`${lead}${said}`, facts, lang as Lang), said).toHaveProperty('text')
  for (const [lang, said] of Object.entries(shares))
    expect(checkText(`${lead}${said.replace('{score}', score)}`, facts, lang as Lang), said).toHaveProperty('text')
})

test('ON2: it is asked once for the same figures, and again when they change or an hour after it failed', async () => {
  const one = await about()
  const jobs = () => recorded.jobs.filter(({ data }) => (data as { linkId?: string }).linkId === one.linkId).length
  await Promise.all([orderText(ctx(), one), orderText(ctx(), one), orderText(ctx(), one)])
  expect(jobs()).toBe(1)
  answers = (reply) => void reply.writeHead(500).end()
  await writeText(ctx(), one)
  await orderText(ctx(), one)
  expect(jobs()).toBe(1)
  clock.move({ minutes: 61 })
  await orderText(ctx(), one)
  expect(jobs()).toBe(2)
  answers = says(good(one.figures))
  await writeText(ctx(), one)
  expect(await modelTextOf(ctx(), one)).toBeDefined()
  const changed = { ...one, figures: { ...one.figures, listing: { ...one.figures.listing!, score: 99 } } }
  expect(await modelTextOf(ctx(), changed)).toBeUndefined()
  await orderText(ctx(), changed)
  expect(jobs()).toBe(3)
})

test('ON2: a model in a private network that nobody allowed is not called', async () => {
  const { modelServices } = recorded.ports.config
  recorded.ports.config.modelServices = []
  const before = asked.length
  expect(await written(says('x'))).toMatchObject({ state: 'failed', reason: 'address' })
  expect(asked).toHaveLength(before)
  recorded.ports.config.modelServices = modelServices
})

test('ON2: health says since when a model has failed, until it answers again', async () => {
  const { figures } = await about()
  const trouble = async (): Promise<unknown> => {
    const look = async () => ({ storage: { fault: null }, secrets: { since: null }, descriptors: { fullSince: null } })
    const ports = { ...recorded.ports, ground: { look } } as unknown as typeof recorded.ports
    return (await listInstallationProblems(aCtx(open.db, { clock, ports }))).find(({ what }) => what === 'sales_model')
  }
  clock.move({ minutes: 1 })
  await written(says(good(figures)))
  clock.move({ minutes: 1 })
  await written((reply) => void reply.writeHead(503).end())
  const since = clock().toString()
  clock.move({ minutes: 1 })
  await written((reply) => void reply.writeHead(503).end())
  expect(await trouble()).toEqual({ what: 'sales_model', since, count: 2 })
  clock.move({ minutes: 1 })
  await written(says(good(figures)))
  expect(await trouble()).toBeUndefined()
})
