import Button from '@mui/material/Button'
import { guestMessages } from '@tablewire/contracts/booking/guest-messages'
import { plainMarks, textParts } from '@tablewire/contracts/booking/text-parts.rules'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { type Control, useWatch } from 'react-hook-form'
import { useCall } from '#src/api/query.ts'
import { languages, langs } from '#src/i18n/lang.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FieldGrid, SelectField } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { LangTexts } from '#src/kit/form/LangTexts.tsx'
import { formatList } from '#src/kit/format.ts'
import { useT } from '../use-t.ts'
import { type MessageKind, messageKinds, portChoices, type VenueForm } from '../venue-form.ts'

/** What is filled in; of a place that is kept, also until when. */
export const gapsOf = (kind: MessageKind): string =>
  `{venue}, {name}, {day}, {time}, {party}${kind === 'waitlist_offer' || kind === 'table_ready' ? ', {keptUntil}' : ''}`

/** A gap that nothing fills would reach the guest as it stands. */
export const useGapFault = (gaps: string): ((words: string, lang: (typeof langs)[number]) => string | undefined) => {
  const t = useT()
  return (words, lang) => {
    const wrong = (words.match(/\{[^{}\n]{0,40}\}|\{\s*\p{L}+/gu) ?? []).find((gap) => !gaps.split(', ').includes(gap))
    return wrong === undefined ? undefined : t('gap.unknown', { gap: wrong, lang: languages[lang], gaps })
  }
}

type Props = { control: Control<VenueForm> }

/** VE2: which messages go by mail, and which by text. */
export const TextPorts = ({ control }: Props) => {
  const t = useT()
  const options = portChoices.map((value) => ({ value, label: t(`port.${value}`) }))
  return (
    <FormSection title={t('section.ports')} hint={t('section.ports.hint')}>
      <FieldGrid>
        {messageKinds.map((one) => (
          <SelectField key={one} control={control} name={`messagePorts.${one}`} label={t(`notice.${one}`)} options={options} />
        ))}
      </FieldGrid>
    </FormSection>
  )
}

/** As long as the shortest link there is in a text, so that the count is near the truth while it is written. */
const sampleLink = 'https://tables.example.com/b/abcdefghjkmn'
const filled = (words: string): string => {
  const whole = words.includes('{link}') ? words : `${words} {link}`
  return plainMarks(whole.replaceAll('{link}', sampleLink))
}

/** How many texts these words take, as carriers count them. */
const Count = ({ lang, words }: { lang?: string; words: string }) => {
  const t = useT()
  const { places, parts, left, outside } = textParts(words)
  const count = t('lines.count', { places, count: parts, left })
  return (
    <p style={{ margin: '4px 0 0', fontSize: '0.8125rem' }}>
      {lang === undefined ? '' : `${lang}: `}
      {count}
      {outside.length ? ` · ${t('lines.outside', { signs: formatList(outside.slice(0, 8)) })}` : ''}
    </p>
  )
}

type LineProps = Props & { venue: VenueDetail; kind: MessageKind }

/** A venue's own words of a text message, counted while they are written, and the message as it reads with a booking. */
export const TextLines = ({ control, venue, kind }: LineProps) => {
  const t = useT()
  const gaps = `${gapsOf(kind)}, {link}`
  const fault = useGapFault(gaps)
  const lines = useWatch({ control, name: `messageLines.${kind}` })
  const { mutate, data, error, isPending } = useCall(guestMessages.preview)
  const show = (lang: (typeof langs)[number]): void =>
    mutate({ params: { id: venue.id }, body: { kind, lang, lines: lines as VenueDetail['confirmationText'] } })
  const written = langs.filter((lang) => lines?.[lang])
  return (
    <div style={{ marginBlockStart: 16 }}>
      <LangTexts
        control={control}
        name={`messageLines.${kind}`}
        label={t('messageLines')}
        hint={t('messageLines.hint', { gaps })}
        rows={2}
        fault={fault}
        maxLength={480}
      />
      <output>
        {written.map((lang) => (
          <Count key={lang} lang={languages[lang]} words={filled(lines[lang] ?? '')} />
        ))}
      </output>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginBlockStart: 8 }}>
        {langs.map((lang) => (
          <Button
            key={lang}
            size="small"
            variant="outlined"
            loading={isPending}
            onClick={() => show(lang)}
            aria-label={`${t('lines.show')}: ${languages[lang]}`}
          >
            {languages[lang]}
          </Button>
        ))}
      </div>
      {error ? <ErrorState error={error} onRetry={() => show('en')} /> : null}
      {data && !error ? (
        <output aria-label={t('lines.sample')} style={{ display: 'block', marginBlockStart: 8 }}>
          <q style={{ overflowWrap: 'anywhere' }}>{data.line}</q>
          <Count words={data.line} />
        </output>
      ) : null}
    </div>
  )
}
