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
  const [typed, setTyped] = useState(
    () => Object.fromEntries(fields.map((field) => [field, String(limits[field] ?? '')])) as Record<Field, string>,
  )
  const name = partner?.name ?? t('limits.installation')
  const save = useCall(onboardingInvites.saveLimits, {
    onSuccess: () => toast.success(t('limits.saved', { name })),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['onboardingInvites'] }),
  })
  const read = Object.fromEntries(fields.map((field) => [field, daysIn(typed[field], field)])) as Record<Field, number | null | undefined>
  const isWrong = (field: Field): boolean => read[field] === undefined || (read[field] === null && !partner)
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (fields.some(isWrong)) return
    const days = read as Record<Field, number | null>
    save.mutate({ body: { partner: partner && { kind: partner.kind, id: partner.id }, ...days, version } })
  }
  return (
    <Card title={name} hint={t(partner ? `kind.${partner.kind}` : 'limits.installation.hint')}>
      <Grid noValidate onSubmit={onSubmit}>
        {fields.map((field) => (
          <TextField
            key={field}
            label={t(`f.${field}`)}
            value={typed[field]}
            readOnly={!mayChange}
            error={isWrong(field)}
            helperText={isWrong(field) ? t('limits.wrong', { most: most(field) }) : t('unit.days')}
            onChange={({ target }) => setTyped({ ...typed, [field]: target.value })}
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
