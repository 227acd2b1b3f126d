import type { Shift } from '@tablewire/contracts/estate/book'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { cellInput } from '#src/kit/form/cell-input.ts'
import { FieldGrid, NumberField } from '#src/kit/form/Fields.tsx'
import { at, type BookForm } from './book-form.ts'
import type { ShiftPath } from './setting-place.ts'
import { Fieldset } from '#src/kit/form/Fieldset.tsx'
import { useT } from './use-t.ts'
import { startsOf, timeOf } from './week-line.ts'

const Starts = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))',
  gap: theme.spacing(0.75, 3),
  marginBlockStart: theme.spacing(1),
  '& > div': { display: 'grid', gridTemplateColumns: '48px 1fr 1fr', alignItems: 'center', gap: theme.spacing(0.75) },
  '& > div.other > span': { color: theme.vars.palette.accent.text, fontWeight: 700 },
  '& span': { fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' },
  '& input': cellInput(theme),
}))

type PacingProps = { form: BookForm; path: ShiftPath; shift: Shift }

/** How many may arrive at once, and the times that differ. */
export const Pacing = ({ form, path, shift }: PacingProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  const { control } = form
  const differing = shift.pacingAt.length
  return (
    <Fieldset>
      <legend>{t('pacing.title')}</legend>
      <p>{t('pacing.hint', { minutes: shift.intervalMinutes || 0 })}</p>
      <FieldGrid style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 150px), 1fr))' }}>
        <NumberField
          control={control}
          name={at(`${path}.pacing.covers`)}
          label={t('pacing.covers')}
          hint={t('none.limit')}
          min={0}
          max={5000}
        />
        <NumberField
          control={control}
          name={at(`${path}.pacing.parties`)}
          label={t('pacing.parties')}
          hint={t('none.limit')}
          min={0}
          max={1000}
        />
        <NumberField
          control={control}
          name={at(`${path}.targetCovers`)}
          label={t('pacing.target')}
          hint={t('pacing.target.hint')}
          min={0}
          max={100_000}
        />
        <NumberField
          control={control}
          name={at(`${path}.keptBackCovers`)}
          label={t('pacing.kept')}
          hint={t('pacing.kept.hint')}
          min={0}
          max={5000}
          required
        />
        <NumberField
          control={control}
          name={at(`${path}.requestFromParty`)}
          label={t('pacing.request')}
          hint={t('pacing.request.hint')}
          min={1}
          max={1000}
        />
      </FieldGrid>
      <Button
        size="small"
        sx={{ marginBlockStart: 1, whiteSpace: 'normal', textAlign: 'start' }}
        aria-expanded={open || differing > 0}
        onClick={() => setOpen(!open)}
      >
        {differing ? t('pacing.single.some', { count: differing }) : t('pacing.single')}
      </Button>
      {open ? <SingleTimes form={form} path={path} shift={shift} /> : null}
    </Fieldset>
  )
}

const SingleTimes = ({ form, path, shift }: PacingProps) => {
  const t = useT()
  const starts = startsOf(shift).slice(0, 100)
  const limits = shift.pacingAt
  const write = (time: string, parts: Partial<Shift['pacing']>): void => {
    const before = limits.find(({ at: one }) => one === time) ?? { at: time, ...shift.pacing }
    const after = { ...before, ...parts }
    const same = after.covers === shift.pacing.covers && after.parties === shift.pacing.parties
    const others = limits.filter(({ at: one }) => one !== time)
    form.setValue(at(`${path}.pacingAt`), (same ? others : [...others, after].toSorted((a, b) => (a.at < b.at ? -1 : 1))) as never, {
      shouldDirty: true,
    })
  }
  return (
    <>
      <p>{t('pacing.single.sides')}</p>
      <Starts>
        {starts.map((minutes) => {
          const time = timeOf(minutes)
          const index = limits.findIndex(({ at: one }) => one === time)
          const own = limits[index]
          const field = (name: 'covers' | 'parties') => (
            <input
              name={index < 0 ? undefined : `${path}.pacingAt.${index}.${name}`}
              inputMode="numeric"
              maxLength={4}
              aria-label={`${time} ${t(`pacing.${name}`)}`}
              placeholder={String(shift.pacing[name] ?? '∞')}
              value={own && own[name] !== shift.pacing[name] ? (own[name] ?? '∞') : ''}
              onChange={({ target }) => {
                const text = target.value.replaceAll(/[^\d∞]/g, '')
                write(time, { [name]: text === '' ? shift.pacing[name] : text.includes('∞') ? null : Number(text) })
              }}
            />
          )
          return (
            <div key={time} className={own ? 'other' : ''}>
              <span>{time}</span>
              {field('covers')}
              {field('parties')}
            </div>
          )
        })}
      </Starts>
    </>
  )
}
