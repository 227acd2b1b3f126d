import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import { type Control, useForm } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { FieldGrid, NumberField, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { countryOptions, currencyOptions, zoneOptions } from '#src/kit/form/options.ts'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { toast } from '#src/kit/toasts.ts'
import { SystemField } from './SystemField.tsx'
import { useT } from './use-t.ts'
import { useVenueCalls } from './venue-calls.ts'

const empty = {
  name: '',
  externalId: '',
  address: '',
  postalCode: '',
  city: '',
  countryCode: '',
  phoneNumber: '',
  timezone: '',
  currency: '',
  minCovers: 1 as number | null,
  maxCovers: 20 as number | null,
  sdkAccess: false,
  tripadvisorId: '',
  systemId: '',
}
type Form = typeof empty
const fields = Object.keys(empty) as (keyof Form)[]

/** Nothing is sent for what was left empty: the server knows what follows from the country. */
const bodyOf = ({ name, countryCode, timezone, ...rest }: Form) => ({
  name,
  countryCode,
  timezone,
  ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '' && value !== null)) as Partial<
    Omit<Form, 'name' | 'countryCode' | 'timezone' | 'minCovers' | 'maxCovers'> & { minCovers: number; maxCovers: number }
  >),
})

const own = { maxLength: (max: number) => ({ htmlInput: { maxLength: max } }) }

const PlaceAndMoney = ({ control }: { control: Control<Form> }) => {
  const t = useT()
  return (
    <>
      <FormSection title={t('section.place')} hint={t('section.place.hint')}>
        <FieldGrid>
          <TextInput className="wide" control={control} name="address" label={t('address')} slotProps={own.maxLength(200)} />
          <TextInput control={control} name="postalCode" label={t('postalCode')} slotProps={own.maxLength(20)} />
          <TextInput control={control} name="city" label={t('city')} slotProps={own.maxLength(120)} />
          <SelectField
            control={control}
            name="countryCode"
            label={t('countryCode')}
            required
            empty=""
            options={countryOptions(countryCodes)}
          />
          <TextInput
            control={control}
            name="phoneNumber"
            type="tel"
            label={t('phoneNumber')}
            hint={t('phoneNumber.hint')}
            slotProps={own.maxLength(40)}
          />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('section.money')} hint={t('section.money.hint')}>
        <FieldGrid>
          <SelectField
            control={control}
            name="timezone"
            label={t('timezone')}
            hint={t('timezone.hint')}
            required
            empty=""
            options={zoneOptions()}
          />
          <SelectField
            control={control}
            name="currency"
            label={t('currency')}
            hint={t('currency.hint')}
            empty={t('currency.auto')}
            options={currencyOptions()}
          />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('section.party')} hint={t('section.party.hint')}>
        <FieldGrid>
          <NumberField control={control} name="minCovers" label={t('minCovers')} required min={1} max={1000} />
          <NumberField control={control} name="maxCovers" label={t('maxCovers')} required min={1} max={1000} />
        </FieldGrid>
      </FormSection>
    </>
  )
}

/** VE1: a venue with what it must have; everything else waits in its tabs. */
export const CreateVenue = ({ onLeave }: { onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const office = useOfficeT()
  const ability = useAbility()
  const { userData } = useSession()
  const form = useForm<Form>({ defaultValues: empty, mode: 'onTouched' })
  const { control, formState } = form
  const draft = useDraft(form, { key: 'venue:new', owner: userData?.id ?? '', of: 0 })
  const { blocker, letGo } = useUnsaved(formState.isDirty)
  const create = useCall(useVenueCalls().create, { meta: { shown: true } })
  const showRefusal = useShowRefusal(form.setError, fields)
  const save = (values: Form): void =>
    create.mutate(
      { body: bodyOf(values) },
      {
        onSuccess: (made) => {
          letGo()
          draft.drop()
          void queryClient.invalidateQueries({ queryKey: ['venues'] })
          toast.success(t('created', { name: made.name }))
          onLeave(made.id)
        },
        onError: showRefusal,
      },
    )
  return (
    <>
      <PageTitle back={<BackButton onClick={() => onLeave(undefined)}>{t('back')}</BackButton>} title={t('new')} hint={t('new.hint')} />
      <form noValidate onSubmit={(event) => void form.handleSubmit(save, () => toast.error(office('check')))(event)}>
        <FormSection title={t('section.name')} hint={t('section.name.hint')}>
          <FieldGrid>
            <TextInput className="wide" control={control} name="name" label={t('name')} required slotProps={own.maxLength(160)} />
            <TextInput
              control={control}
              name="externalId"
              label={t('externalId')}
              hint={t('externalId.hint')}
              slotProps={own.maxLength(80)}
            />
            <TextInput
              control={control}
              name="tripadvisorId"
              label={t('tripadvisorId')}
              hint={t('tripadvisorId.hint')}
              slotProps={own.maxLength(500)}
            />
            {ability.can('update', 'systems') ? <SystemField control={control} name="systemId" /> : null}
            <SwitchField control={control} name="sdkAccess" label={t('sdkAccess')} hint={t('sdkAccess.hint')} />
          </FieldGrid>
        </FormSection>
        <PlaceAndMoney control={control} />
        <SaveBar
          changed={formState.isDirty}
          saving={create.isPending}
          errors={Object.keys(formState.errors).length}
          restored={draft.restored}
          onDiscard={draft.drop}
          label={t('create')}
        />
      </form>
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
