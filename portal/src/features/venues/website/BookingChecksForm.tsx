import { type BookingChecks, bookingChecks } from '@tablewire/contracts/booking/booking-checks'
import { useForm } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FieldGrid, NumberField } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'

type Fields = { mailMinutes: number | null; contactMost: number | null; askHours: number | null }

const ChecksForm = ({ venueId, checks }: { venueId: string; checks: BookingChecks }) => {
  const t = useT()
  const may = useAbility().can('update', 'settings-restaurant')
  const { control, handleSubmit } = useForm<Fields>({ defaultValues: checks })
  const save = useCall(bookingChecks.save)
  const send = handleSubmit(({ mailMinutes, contactMost, askHours }) => {
    save.mutate(
      { params: { id: venueId }, body: { mailMinutes, askHours, contactMost: contactMost ?? checks.contactMost } },
      {
        onSuccess: () => {
          void queryClient.invalidateQueries({ queryKey: ['bookingChecks'] })
          toast.success(t('website.checks.saved'))
        },
      },
    )
  })
  // No form of its own: it stands within the venue's, and a form inside of another one is sent as a page.
  return (
    <div>
      <FieldGrid>
        <NumberField
          control={control}
          name="mailMinutes"
          min={5}
          max={120}
          unit={t('website.checks.mail.unit')}
          label={t('website.checks.mail')}
          hint={t('website.checks.mail.hint')}
        />
        <NumberField
          control={control}
          name="contactMost"
          min={1}
          max={50}
          label={t('website.checks.contact')}
          hint={t('website.checks.contact.hint')}
        />
        <NumberField
          control={control}
          name="askHours"
          min={1}
          max={168}
          unit={t('website.checks.ask.unit')}
          label={t('website.checks.ask')}
          hint={t('website.checks.ask.hint')}
        />
      </FieldGrid>
      {may ? (
        <KeptButton type="button" onClick={() => void send()} variant="contained" disabled={save.isPending} sx={{ marginTop: 2 }}>
          {t('website.checks.save')}
        </KeptButton>
      ) : null}
    </div>
  )
}

/** WI1: what keeps those away from the booking page who do not mean it. */
export const BookingChecksForm = ({ venueId }: { venueId: string }) => {
  const t = useT()
  const query = useEndpoint(bookingChecks.get, { params: { id: venueId } })
  return (
    <FormSection title={t('website.checks')} hint={t('website.checks.hint')}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowsSkeleton rows={2} /> : null}
      {query.data ? <ChecksForm venueId={venueId} checks={query.data} /> : null}
    </FormSection>
  )
}
