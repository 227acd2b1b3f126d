import type { Column } from '@tablewire/contracts/import'
import { type Mapping, targetsFor } from '@tablewire/contracts/import.rules'
import { fieldOfColumn } from '#src/features/import/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Batch } from './batch-rows.ts'
import { orderOf, readDate, readTime } from './read-date.ts'

export const emptyMapping: Mapping = { fields: {}, dateOrder: 'DMY', values: {} }

/** What columns of reservations are called, in the five languages and by the systems people come from; compared without spaces and signs. */
const names: Readonly<Record<string, RegExp>> = {
  venue:
    /^(venue|venuename|venueid|restaurant|restaurantname|restaurantid|location|locationname|outlet|property|site|lokal|betrieb|standort|restaurante|local|établissement|etablissement|vestiging)$/,
  reference:
    /^(reference|ref|bookingid|reservationid|bookingref|bookingreference|confirmation(code|number|no)?|buchungsnummer|reservierungsnummer|referencia|referentie|référence|id)$/,
  date: /^(date|visitdate|bookingdate|reservationdate|arrivaldate|startsat|start|datetime|datum|fecha|jour|tag|día|dia|datereservation|datedelareservation)$/,
  time: /^(time|visittime|starttime|arrivaltime|bookingtime|reservationtime|uhrzeit|zeit|hora|heure|tijd)$/,
  partySize:
    /^(party|partysize|covers|guests|pax|persons|people|seats|numberofguests|noofguests|personen|gäste|gaste|personenzahl|comensales|personas|couverts|personnes|aantalpersonen|adults|children|babies)$/,
  status: /^(status|state|bookingstatus|reservationstatus|estado|statut|état)$/,
  firstName: /^(firstname|givenname|forename|vorname|nombre|prénom|prenom|voornaam)$/,
  lastName:
    /^(lastname|surname|familyname|guestname|guest|name|customer|customername|nachname|gast|apellido|apellidos|cliente|nom|client|achternaam|naam)$/,
  email: /^(email|emailaddress|mail|correo|correoelectrónico|courriel|emailadresse|emailadres)$/,
  phone: /^(phone|phonenumber|mobile|telephone|tel|telefon|handy|teléfono|telefono|téléphone|telefoon)$/,
  lang: /^(language|lang|locale|sprache|idioma|langue|taal)$/,
  area: /^(area|room|section|zone|diningroom|bereich|raum|zona|sala|salle|ruimte)$/,
  channel: /^(channel|source|bookingchannel|distributionchannel|origin|kanal|quelle|canal|origen|origine|kanaal|bron)$/,
  durationMinutes: /^(duration|durationminutes|stay|minutes|dauer|duración|durée|duur)$/,
  createdAt: /^(created|createdat|bookedat|bookedon|creationdate|createddate|erstellt|gebuchtam|creado|crééle|aangemaakt)$/,
  leadDays: /^(leadtime|leaddays|vorlauf)$/,
  canceledAt: /^(canceledat|cancelledat|cancellationdate|cancelledon|storniertam)$/,
  cancelReason: /^(cancelreason|cancellationreason|stornogrund)$/,
  notes:
    /^(notes?|comments?|remarks?|specialrequests?|requests?|notiz|notizen|bemerkung|bemerkungen|notas|comentarios|remarques|commentaire|opmerkingen)$/,
  tags: /^(tags?|labels?)$/,
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '')

const all = (samples: readonly string[], test: (sample: string) => boolean): boolean => samples.length > 0 && samples.every(test)

/** Where the name says nothing, the content may. */
const byContent: readonly [target: string, test: (sample: string) => boolean][] = [
  ['email', (sample) => /^\S+@\S+\.\S+$/.test(sample)],
  ['date', (sample) => readDate(sample, 'DMY') !== undefined && /\d/.test(sample) && sample.length >= 6],
  ['time', (sample) => /[:.h]/.test(sample) && readTime(sample) !== undefined],
  ['phone', (sample) => /^\+\d[\d\s()/.-]{6,}$/.test(sample)],
]

type Fields = Mapping['fields']
const dateParts = [
  /^(arrivaldate|visitdate)?(year|jahr|año|année|jaar)$/,
  /^(arrivaldate|visitdate)?(month|monat|mes|mois|maand)$/,
  /^(arrivaldate|visitdate)?(dayofmonth|day|tag|día|jour|dag)$/,
]

/** Year, month and day in columns of their own. */
const splitDate = (columns: readonly Column[]): string[] | undefined => {
  const found = dateParts.map((part) => columns.find(({ name }) => part.test(plain(name)))?.name)
  return found.every((name) => name !== undefined) ? (found as string[]) : undefined
}

const ofReservations = (batch: Batch, columns: readonly Column[]): Fields => {
  const fields: Fields = {}
  const taken = new Set<string>()
  const take = (target: string, chosen: readonly string[]): void => {
    if (!chosen.length || fields[target]) return
    fields[target] = { columns: [...chosen], constant: null }
    for (const name of chosen) taken.add(name)
  }
  const free = () => columns.filter(({ name }) => !taken.has(name))
  for (const { name: target, several } of targetsFor(batch)) {
    const fitting = free().filter(({ name }) => names[target]?.test(plain(name)) === true)
    const chosen = several && target === 'partySize' ? partyColumns(fitting) : fitting.slice(0, 1)
    take(
      target,
      chosen.map(({ name }) => name),
    )
  }
  if (!fields['date']) take('date', splitDate(free()) ?? [])
  for (const [target, test] of byContent) {
    const column = free().find(({ samples }) => all(samples, test))
    if (column) take(target, [column.name])
  }
  return fields
}

/** A column that counts everybody, else those that are counted apart. */
const partyColumns = (fitting: readonly Column[]): readonly Column[] => {
  const apart = fitting.filter(({ name }) => /^(adults|children|babies)$/.test(plain(name)))
  const whole = fitting.filter((column) => !apart.includes(column))
  return whole.length ? whole.slice(0, 1) : apart
}

const ofVenues = (columns: readonly Column[]): Fields => {
  const fields: Fields = {}
  for (const { name } of columns) {
    const target = fieldOfColumn(name) ?? (/^(id|venueid|externalid|restaurantid)$/.test(plain(name)) ? 'externalId' : undefined)
    if (target !== undefined && !fields[target]) fields[target] = { columns: [name], constant: null }
  }
  return fields
}

const usualOrder = async (ctx: Ctx, { venueId }: Batch): Promise<Mapping['dateOrder']> => {
  if (venueId === null) return 'DMY'
  const venue = await ctx.db.selectFrom('venues').select('countryCode').where('id', '=', venueId).executeTakeFirst()
  return venue?.countryCode === 'US' ? 'MDY' : 'DMY'
}

/** What the columns of a file seem to be, by their names and what stands in them; people look at it and decide. */
export const suggestMapping = async (ctx: Ctx, batch: Batch, columns: readonly Column[]): Promise<Mapping> => {
  const fields = batch.kind === 'venues' ? ofVenues(columns) : ofReservations(batch, columns)
  const dates = columns.filter(({ name }) => fields['date']?.columns.includes(name) === true)
  const order =
    dates.length === 3
      ? 'YMD'
      : orderOf(
          dates.flatMap(({ samples }) => samples),
          await usualOrder(ctx, batch),
        )
  return { fields, dateOrder: order, values: {} }
}
