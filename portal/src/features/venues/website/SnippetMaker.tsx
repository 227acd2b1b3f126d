import { styled } from '@mui/material/styles'
import {
  bookingAddress,
  type BookingLink,
  bookingSnippet,
  type WidgetMode,
  widgetModes,
  widgetThemes,
} from '@tablewire/contracts/channels/booking-link.rules'
import type { BookingPage } from '@tablewire/contracts/channels/booking-page'
import { lazy, Suspense, useDeferredValue, useState } from 'react'
import { languages, langs, useLang } from '#src/i18n/lang.ts'
import { FieldGrid } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from '../use-t.ts'
import { CodeBox } from './CodeBox.tsx'
import { Recipe } from './Recipe.tsx'

const QrLink = lazy(() => import('./QrLink.tsx').then((module) => ({ default: module.QrLink })))

const Stack = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2.5), minWidth: 0 }))
const Shown = styled('iframe')(({ theme }) => ({
  display: 'block',
  width: '100%',
  height: 560,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  // A site of its own, whatever the portal's colours are.
  colorScheme: 'normal',
  backgroundColor: '#fff',
}))

const labelMost = 80
type Choice = readonly [value: string, label: string]
type ChooseProps = { label: string; value: string; choices: readonly Choice[]; onChange: (value: string) => void }
const Choose = ({ label, value, choices, onChange }: ChooseProps) => (
  <TextField select label={label} value={value} onChange={({ target }) => onChange(target.value)}>
    {choices.map(([one, name]) => (
      <option key={one} value={one}>
        {name}
      </option>
    ))}
  </TextField>
)

/** Where the preview is: the page itself, or a page like a restaurant's with the very markup on it. */
const previewOf = (link: BookingLink, lang: string): string => {
  const { pathname, search } = new URL(bookingAddress(link))
  if (link.mode === 'page') return `${pathname}${search}`
  const query = new URLSearchParams({ mode: link.mode, label: link.label, lang })
  if (link.channelId) query.set('channel', link.channelId)
  if (link.lang) query.set('in', link.lang)
  if (link.theme) query.set('theme', link.theme)
  if (link.mode === 'button' && link.colors) query.set('colors', link.colors)
  return `${pathname}/site?${query.toString()}`
}

type Choices = Pick<BookingLink, 'mode' | 'lang' | 'theme' | 'channelId'> & {
  /** Undefined = nobody typed one yet. */ label: string | undefined
}

type SnippetMakerProps = {
  id: string
  page: Pick<BookingPage, 'channels' | 'colors' | 'origin'>
  /** Of an address that names no channel. */ unnamed?: string | undefined
}

type ChooseChannelProps = Omit<SnippetMakerProps, 'id'> & { value: string | null; onChange: (id: string | null) => void }
const ChooseChannel = ({ page: { channels }, unnamed, value, onChange }: ChooseChannelProps) => {
  const t = useT()
  const [first, ...others] = channels
  const usual = unnamed ?? t('website.channel.first', { name: first?.name ?? '' })
  const named = unnamed === undefined ? others : channels
  if (named.length === 0) return null
  const choices: Choice[] = [['', usual], ...named.map(({ id, name }): Choice => [id, name])]
  return <Choose label={t('website.channel')} value={value ?? ''} choices={choices} onChange={(one) => onChange(one || null)} />
}

/** What is pasted into a website, seen as it will be. */
export const SnippetMaker = ({ id, page, unnamed }: SnippetMakerProps) => {
  const t = useT()
  const lang = useLang()
  const [choices, setChoices] = useState<Choices>({ mode: 'inline', lang: null, theme: null, channelId: null, label: undefined })
  const set = (more: Partial<Choices>): void => setChoices({ ...choices, ...more })
  const { label = t('website.label.usual'), mode, theme, channelId } = choices
  const link: BookingLink = { ...choices, label: label.trim() || t('website.label.usual'), id, origin: page.origin, colors: page.colors }
  const shown = useDeferredValue(previewOf(link, lang))
  return (
    <>
      <FormSection title={t('section.website')} hint={t('section.website.hint')}>
        <Stack>
          <FieldGrid>
            <Choose
              label={t('website.mode')}
              value={mode}
              choices={widgetModes.map((one) => [one, t(`website.mode.${one}`)])}
              onChange={(value) => set({ mode: value as WidgetMode })}
            />
            <Choose
              label={t('website.lang')}
              value={choices.lang ?? ''}
              choices={[
                ['', t(mode === 'page' ? 'website.lang.browser' : 'website.lang.site')],
                ...langs.map((one): Choice => [one, languages[one]]),
              ]}
              onChange={(value) => set({ lang: langs.find((one) => one === value) ?? null })}
            />
            <Choose
              label={t('website.theme')}
              value={theme ?? ''}
              choices={[['', t('website.theme.brand')], ...widgetThemes.map((one): Choice => [one, t(`website.theme.${one}`)])]}
              onChange={(value) => set({ theme: widgetThemes.find((one) => one === value) ?? null })}
            />
            <ChooseChannel page={page} unnamed={unnamed} value={channelId} onChange={(value) => set({ channelId: value })} />
            {mode === 'page' ? null : (
              <TextField
                label={t('website.label')}
                helperText={mode === 'inline' ? t('website.label.inline') : undefined}
                value={label}
                slotProps={{ htmlInput: { maxLength: labelMost } }}
                onChange={({ target }) => set({ label: target.value })}
                onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
              />
            )}
          </FieldGrid>
          <CodeBox
            title={t(mode === 'page' ? 'website.address' : 'website.code')}
            code={mode === 'page' ? bookingAddress(link) : bookingSnippet(link)}
          />
          {mode === 'page' ? (
            <Suspense fallback={<div style={{ minHeight: 208 }} />}>
              <QrLink address={bookingAddress(link)} />
            </Suspense>
          ) : null}
        </Stack>
      </FormSection>
      <FormSection title={t('section.preview')} hint={t('section.preview.hint')}>
        {/* No sandbox: it is our own page, which needs its scripts, forms and origin. */}
        <Shown key={shown} src={shown} title={t('section.preview')} loading="lazy" />
      </FormSection>
      <Recipe link={link} />
    </>
  )
}
