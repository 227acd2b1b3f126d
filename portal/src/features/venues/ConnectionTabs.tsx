import { systems } from '@tablewire/contracts/rms/systems'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { type Control, useWatch } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { FieldGrid, NumberField, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { useT } from './use-t.ts'
import type { VenueForm } from './venue-form.ts'

type TabProps = { control: Control<VenueForm>; venue: VenueDetail }

type SecretProps = { control: Control<VenueForm>; name: 'systemToken' | 'ftpPassword'; setAt: string | null; maxLength: number }

/** Nobody can read what is kept; an empty field leaves it. */
const SecretInput = ({ control, name, setAt, maxLength }: SecretProps) => {
  const t = useT()
  return (
    <TextInput
      control={control}
      name={name}
      type="password"
      label={t(name)}
      autoComplete="new-password"
      hint={setAt ? t(`${name}.set`, { at: formatInstant(setAt) }) : t(`${name}.unset`)}
      slotProps={{ htmlInput: { maxLength } }}
    />
  )
}

export const IntegrationTab = ({ control, venue }: TabProps) => {
  const t = useT()
  const ability = useAbility()
  const { data } = useEndpoint(systems.names, { query: {} }, { staleTime: 60_000 })
  const known = (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  // A system that was switched off still is this venue's.
  const own =
    venue.systemId && !known.some(({ value }) => value === venue.systemId)
      ? [{ value: venue.systemId, label: venue.systemName ?? venue.systemId }]
      : []
  return (
    <FormSection title={t('section.system')} hint={t('section.system.hint')}>
      <FieldGrid>
        <SelectField
          control={control}
          name="systemId"
          label={t('systemId')}
          hint={t(ability.can('update', 'systems') ? 'systemId.hint' : 'systemId.locked')}
          disabled={!ability.can('update', 'systems')}
          options={[...own, ...known]}
        />
        <TextInput
          control={control}
          name="externalId"
          label={t('externalId')}
          hint={t('externalId.system')}
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <SwitchField control={control} name="syncEnabled" label={t('syncEnabled')} hint={t('syncEnabled.hint')} />
        {venue.systemCredentials === 'venue' ? (
          <SecretInput control={control} name="systemToken" setAt={venue.systemTokenSetAt} maxLength={2000} />
        ) : null}
      </FieldGrid>
    </FormSection>
  )
}

export const RwgTab = ({ control, venue }: TabProps) => {
  const t = useT()
  return (
    <FormSection title={t('section.rwg')} hint={t('section.rwg.hint')}>
      <FieldGrid>
        <NumberField
          control={control}
          name="rwgMaxDays"
          label={t('rwgMaxDays')}
          hint={t('rwgMaxDays.hint', { days: venue.maxDays })}
          unit={t('unit.days')}
          min={1}
          max={730}
        />
        <NumberField
          control={control}
          name="maxPartySize"
          label={t('maxPartySize')}
          hint={t('maxPartySize.hint', { covers: venue.maxCovers })}
          min={1}
          max={1000}
        />
      </FieldGrid>
    </FormSection>
  )
}

/** VE4: until when covers are kept from channels, and how many of each interval. */
export const ReleaseTab = ({ control, venue }: TabProps) => {
  const t = useT()
  const hours = useWatch({ control, name: 'pressureReleaseHours' })
  return (
    <>
      <FormSection title={t('section.release')} hint={t('section.release.hint')}>
        <FieldGrid>
          <NumberField
            control={control}
            name="pressureReleaseHours"
            label={t('pressureReleaseHours')}
            hint={hours === null ? t('release.never') : t('release.example', { count: hours })}
            unit={t('unit.hours')}
            min={0}
            max={8760}
          />
        </FieldGrid>
      </FormSection>
      <FormSection title={t('section.keptBack')} hint={t('section.keptBack.hint')}>
        {venue.keptBack.length ? (
          <FieldGrid>
            {venue.keptBack.map(({ shiftId, name, coversMax }, index) => (
              <NumberField
                key={shiftId}
                control={control}
                name={`keptBack.${index}.covers`}
                label={name}
                hint={coversMax === null ? t('keptBack.unlimited') : t('keptBack.of', { count: coversMax })}
                required
                min={0}
                max={5000}
              />
            ))}
          </FieldGrid>
        ) : (
          <p style={{ margin: 0 }}>{t('keptBack.none')}</p>
        )}
      </FormSection>
    </>
  )
}

export const FtpTab = ({ control, venue }: TabProps) => {
  const t = useT()
  return (
    <FormSection title={t('section.ftp')} hint={t('section.ftp.hint')}>
      <FieldGrid>
        <TextInput
          control={control}
          name="ftpUser"
          label={t('ftpUser')}
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 120, autoCapitalize: 'none' } }}
        />
        <TextInput
          control={control}
          name="ftpFolder"
          label={t('ftpFolder')}
          hint={t('ftpFolder.hint')}
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 300 } }}
        />
        <SecretInput control={control} name="ftpPassword" setAt={venue.ftpPasswordSetAt} maxLength={200} />
      </FieldGrid>
    </FormSection>
  )
}
