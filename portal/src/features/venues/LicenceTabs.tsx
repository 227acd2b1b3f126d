import { mdiCheckCircleOutline, mdiCircleOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Control } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { FieldGrid, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'
import { useVenueCalls } from './venue-calls.ts'
import type { VenueForm } from './venue-form.ts'

type TabProps = { control: Control<VenueForm>; venue: VenueDetail; onChanged: (venue: VenueDetail) => void }

/** A product of the venue: since when it is on, and switching it at once, apart from what is being typed. */
const Licence = ({ product, venue, onChanged }: Omit<TabProps, 'control'> & { product: 'meta' | 'listing' }) => {
  const t = useT()
  const may = useAbility().can('update', 'licences')
  const calls = useVenueCalls()
  const [asked, setAsked] = useState(false)
  const update = useCall(calls.update)
  const deactivate = useCall(calls.deactivateLicense)
  const disable = useCall(calls.disableFeature)
  const since = product === 'meta' ? venue.metaEnabledAt : venue.listingEnabledAt
  const params = { id: venue.id }
  const done = (fresh: VenueDetail): void => {
    setAsked(false)
    onChanged(fresh)
    toast.success(t(since === null ? `${product}.activated` : `${product}.deactivated`))
  }
  const activate = () =>
    update.mutate({ params, body: product === 'meta' ? { metaEnabled: true } : { listingEnabled: true } }, { onSuccess: done })
  const end = () => {
    const options = { onSuccess: done, onError: () => setAsked(false) }
    if (product === 'meta') deactivate.mutate({ params, body: { license: 'meta' } }, options)
    else disable.mutate({ params, body: { feature: 'listing' } }, options)
  }
  return (
    <>
      <ItemList>
        <ListItem
          icon={<Icon path={since === null ? mdiCircleOutline : mdiCheckCircleOutline} />}
          title={t(since === null ? `${product}.off` : `${product}.on`)}
          text={since === null ? t(`${product}.off.text`) : t('since', { at: formatInstant(since) })}
          acts={
            <Button
              variant="outlined"
              color={since === null ? 'primary' : 'error'}
              disabled={!may}
              loading={update.isPending}
              onClick={() => (since === null ? activate() : setAsked(true))}
            >
              {t(since === null ? 'activate' : `${product}.end`)}
            </Button>
          }
        />
      </ItemList>
      <ConfirmDialog
        open={asked}
        title={t(`${product}.end.title`, { name: venue.name })}
        confirmLabel={t(`${product}.end`)}
        danger
        busy={deactivate.isPending || disable.isPending}
        onConfirm={end}
        onClose={() => setAsked(false)}
      >
        {t(`${product}.end.text`)}
      </ConfirmDialog>
    </>
  )
}

export const MetaTab = ({ control, ...licence }: TabProps) => {
  const t = useT()
  return (
    <>
      <FormSection title={t('section.meta')} hint={t('section.meta.hint')}>
        <Licence product="meta" {...licence} />
      </FormSection>
      <FormSection title={t('section.metaConnection')} hint={t('section.metaConnection.hint')}>
        <Button variant="outlined" component={Link} to="/meta" search={{ kind: 'venue', id: licence.venue.id } as never}>
          {t('metaConnection.open')}
        </Button>
      </FormSection>
      <FormSection title={t('section.metaPage')} hint={t('section.metaPage.hint')}>
        <FieldGrid>
          <TextInput
            control={control}
            name="metaPageId"
            label={t('metaPageId')}
            hint={t('metaPageId.hint')}
            slotProps={{ htmlInput: { inputMode: 'numeric', maxLength: 30 } }}
          />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('section.sso')} hint={t('section.sso.hint')}>
        <FieldGrid>
          <SwitchField
            control={control}
            name="metaSSOEnabled"
            label={t('metaSSOEnabled')}
            hint={t('metaSSOEnabled.hint')}
            disabled={!licence.venue.metaEnabled}
          />
          <TextInput
            control={control}
            name="metaSSOClientId"
            label={t('metaSSOClientId')}
            hint={t('metaSSOClientId.hint')}
            slotProps={{ htmlInput: { maxLength: 120 } }}
          />
        </FieldGrid>
      </FormSection>
    </>
  )
}

export const ListingTab = (licence: Omit<TabProps, 'control'>) => {
  const t = useT()
  return (
    <FormSection title={t('section.listing')} hint={t('section.listing.hint')}>
      <Licence product="listing" {...licence} />
    </FormSection>
  )
}
