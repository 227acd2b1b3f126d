import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { onboardingInvites, type OnboardingLimits } from '@tablewire/contracts/onboarding/onboarding-invites'
import { type SyntheticEvent, useState } from 'react'
import { queryClient, useCall } from '#src/api/query.ts'
import { Card } from '#src/kit/Card.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

const Grid = styled('form')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))',
  gap: theme.spacing(2),
  alignItems: 'start',
  '& > button': { justifySelf: 'start' },
}))

const fields = [
  'rmsRemindDays',
  'rmsEscalateDays',
  'restaurantRemindDays',
  'restaurantEscalateDays',
  'bcRemindDays',
  'bcEscalateDays',
  'linkDays',
] as const
type Field = (typeof fields)[number]
/** After how long people are reminded, before others hear of it. */
const remindOf: Partial<Record<Field, Field>> = {
  rmsEscalateDays: 'rmsRemindDays',
  restaurantEscalateDays: 'restaurantRemindDays',
  bcEscalateDays: 'bcRemindDays',
}

const most = (field: Field): number => (field === 'linkDays' ? 90 : 365)
/** Null: left empty; undefined: no number that could stand there. */
const daysIn = (text: string, field: Field): number | null | undefined => {
  if (text.trim() === '') return null
  const days = Number(text)
  return Number.isInteger(days) && days >= 1 && days <= most(field) ? days : undefined
}

type LimitsCardProps = { limits: OnboardingLimits; fallback: OnboardingLimits | undefined; mayChange: boolean }

export const LimitsCard = ({ limits, fallback, mayChange }: LimitsCardProps) => {
  const t = useT()
  const { partner, version } = limits
  const [typed, setTyped] = useState<Partial<Record<Field, string>>>({})
  // The version that was read when the typing began: what others save meanwhile is shown in the fields beside, and told before it is saved over.
  const [seen, setSeen] = useState<number>()
  const textOf = (field: Field): string => typed[field] ?? String(limits[field] ?? '')
  const name = partner?.name ?? t('limits.installation')
  const reread = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['onboardingInvites'] })
  const save = useCall(onboardingInvites.saveLimits, {
    onSuccess: async () => {
      await reread()
      setTyped({})
      setSeen(undefined)
      toast.success(t('limits.saved', { name }))
    },
    onError: () => {
      setSeen(undefined)
      void reread()
    },
  })
  const read = Object.fromEntries(fields.map((field) => [field, daysIn(textOf(field), field)])) as Record<Field, number | null | undefined>
  const least = (field: Field): number => {
    const remind = remindOf[field]
    return remind === undefined ? 1 : (read[remind] ?? fallback?.[remind] ?? 1)
  }
  const wrongOf = (field: Field): string | undefined => {
    if (read[field] === undefined || (read[field] === null && !partner)) return t('limits.wrong', { most: most(field) })
    const days = read[field] ?? fallback?.[field] ?? null
    return days !== null && days < least(field) ? t('limits.early', { least: least(field) }) : undefined
  }
  const isWrong = (field: Field): boolean => wrongOf(field) !== undefined
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (fields.some(isWrong)) return
    const days = read as Record<Field, number | null>
    save.mutate({ body: { partner: partner && { kind: partner.kind, id: partner.id }, ...days, version: seen ?? version } })
  }
  return (
    <Card title={name} hint={t(partner ? `kind.${partner.kind}` : 'limits.installation.hint')}>
      <Grid noValidate onSubmit={onSubmit}>
        {fields.map((field) => (
          <TextField
            key={field}
            label={t(`f.${field}`)}
            value={textOf(field)}
            readOnly={!mayChange}
            error={isWrong(field)}
            helperText={wrongOf(field) ?? t('unit.days')}
            onChange={({ target }) => {
              setSeen(seen ?? version)
              setTyped({ ...typed, [field]: target.value })
            }}
            slotProps={{
              htmlInput: { inputMode: 'numeric', ...(fallback ? { placeholder: String(fallback[field] ?? '') } : {}) },
              inputLabel: { shrink: true },
            }}
          />
        ))}
        {mayChange ? (
          <Button type="submit" variant="contained" loading={save.isPending}>
            {t('limits.save')}
          </Button>
        ) : null}
      </Grid>
    </Card>
  )
}
