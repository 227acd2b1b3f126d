import { Permission, type Role } from '@tablewire/contracts/identity/access'
import type { UserState } from '@tablewire/contracts/identity/users'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'

/** The columns of the file, in their order. */
export const userSheetColumns = [
  'email',
  'firstName',
  'lastName',
  'username',
  'roles',
  'permissions',
  'access',
  'groups',
  'venues',
  'company',
  'lang',
  'city',
  'country',
  'state',
  'twoFactor',
  'createdAt',
  'id',
] as const
export type UserSheetColumn = (typeof userSheetColumns)[number]

type Words = {
  title: string
  yes: string
  no: string
  filters: Record<'search' | 'group' | 'venue', string>
  columns: Record<UserSheetColumn, string>
  roles: Record<Role, string>
  permissions: Record<Permission, string>
  access: Record<'all' | 'groups' | 'venues', string>
  state: Record<UserState, string>
}

const listed = <T extends string>(ids: readonly T[], words: string): Record<T, string> => {
  const each = words.split('|')
  return Object.fromEntries(ids.map((id, at) => [id, each[at]!])) as Record<T, string>
}
const roles = [
  'ROLE_SUPER_ADMIN',
  'ROLE_ADMIN',
  'ROLE_MANAGER',
  'ROLE_POS',
  'ROLE_COMPANY_BOT',
  'ROLE_SDK_BOT',
  'ROLE_RMS_AGENT',
  'ROLE_BC_AGENT',
] as const satisfies readonly Role[]
const permissions = Permission.options

/** The words of the users' Excel file; an import knows them again, in whichever language the file was written. */
export const userSheetPhrases: Record<Lang, Words> = {
  en: {
    title: 'Users',
    yes: 'yes',
    no: 'no',
    filters: { search: 'Search', group: 'Group', venue: 'Venue' },
    columns: listed(
      userSheetColumns,
      'E-mail|First name|Last name|User name|Roles|Permissions|Sees|Groups|Venues|Company|Language|City|Country|State|Second factor|Added at|Hub id',
    ),
    roles: listed(roles, 'Super admin|Admin|Manager|Till|Company bot|SDK bot|Customer Agent (RMS)|Customer Agent (BC)'),
    permissions: listed(
      permissions,
      'Reservations|Profile management|Reviews|Channel management|Analytics|Connection management|Comments management|Reply templates|Venues|Users|Groups|Notifications',
    ),
    access: { all: 'all venues', groups: 'groups', venues: 'chosen venues' },
    state: { active: 'Active', invited: 'Invited', disabled: 'Disabled' },
  },
  de: {
    title: 'Benutzer',
    yes: 'ja',
    no: 'nein',
    filters: { search: 'Suche', group: 'Gruppe', venue: 'Restaurant' },
    columns: listed(
      userSheetColumns,
      'E-Mail|Vorname|Nachname|Benutzername|Rollen|Berechtigungen|Sieht|Gruppen|Restaurants|Firma|Sprache|Ort|Land|Zustand|Zweiter Faktor|Angelegt am|Hub-ID',
    ),
    roles: listed(roles, 'Super-Admin|Admin|Manager|Kasse|Firmen-Bot|SDK-Bot|Customer Agent (RMS)|Customer Agent (BC)'),
    permissions: listed(
      permissions,
      'Reservierungen|Eigenes Profil|Bewertungen|Kanäle verwalten|Auswertungen|Verbindungen verwalten|Antworten auf Bewertungen|Antwortvorlagen|Restaurants|Benutzer|Gruppen|Benachrichtigungen',
    ),
    access: { all: 'alle Restaurants', groups: 'Gruppen', venues: 'ausgewählte Restaurants' },
    state: { active: 'Aktiv', invited: 'Eingeladen', disabled: 'Gesperrt' },
  },
  es: {
    title: 'Usuarios',
    yes: 'sí',
    no: 'no',
    filters: { search: 'Búsqueda', group: 'Grupo', venue: 'Restaurante' },
    columns: listed(
      userSheetColumns,
      'Correo|Nombre|Apellidos|Nombre de usuario|Roles|Permisos|Ve|Grupos|Restaurantes|Empresa|Idioma|Ciudad|País|Estado|Segundo factor|Añadido el|Id del hub',
    ),
    roles: listed(roles, 'Superadministrador|Administrador|Gestor|TPV|Bot de empresa|Bot de SDK|Customer Agent (RMS)|Customer Agent (BC)'),
    permissions: listed(
      permissions,
      'Reservas|Gestión del perfil|Reseñas|Gestión de canales|Análisis|Gestión de conexiones|Gestión de comentarios|Plantillas de respuesta|Restaurantes|Usuarios|Grupos|Notificaciones',
    ),
    access: { all: 'todos los restaurantes', groups: 'grupos', venues: 'restaurantes elegidos' },
    state: { active: 'Activo', invited: 'Invitado', disabled: 'Desactivado' },
  },
  fr: {
    title: 'Utilisateurs',
    yes: 'oui',
    no: 'non',
    filters: { search: 'Recherche', group: 'Groupe', venue: 'Établissement' },
    columns: listed(
      userSheetColumns,
      'E-mail|Prénom|Nom|Nom d’utilisateur|Rôles|Droits|Voit|Groupes|Établissements|Société|Langue|Ville|Pays|État|Second facteur|Ajouté le|Id du hub',
    ),
    roles: listed(
      roles,
      'Super administrateur|Administrateur|Gestionnaire|Caisse|Robot de société|Robot SDK|Customer Agent (RMS)|Customer Agent (BC)',
    ),
    permissions: listed(
      permissions,
      'Réservations|Gestion du profil|Avis|Gestion des canaux|Analyses|Gestion des connexions|Gestion des commentaires|Modèles de réponse|Restaurants|Utilisateurs|Groupes|Notifications',
    ),
    access: { all: 'tous les établissements', groups: 'groupes', venues: 'établissements choisis' },
    state: { active: 'Actif', invited: 'Invité', disabled: 'Désactivé' },
  },
  nl: {
    title: 'Gebruikers',
    yes: 'ja',
    no: 'nee',
    filters: { search: 'Zoeken', group: 'Groep', venue: 'Restaurant' },
    columns: listed(
      userSheetColumns,
      'E-mail|Voornaam|Achternaam|Gebruikersnaam|Rollen|Rechten|Ziet|Groepen|Restaurants|Bedrijf|Taal|Plaats|Land|Status|Tweede factor|Toegevoegd op|Hub-id',
    ),
    roles: listed(roles, 'Superbeheerder|Beheerder|Manager|Kassa|Bedrijfsbot|SDK-bot|Customer Agent (RMS)|Customer Agent (BC)'),
    permissions: listed(
      permissions,
      'Reserveringen|Eigen profiel|Beoordelingen|Kanaalbeheer|Analyses|Verbindingen beheren|Reacties beheren|Antwoordsjablonen|Restaurants|Gebruikers|Groepen|Meldingen',
    ),
    access: { all: 'alle restaurants', groups: 'groepen', venues: 'gekozen restaurants' },
    state: { active: 'Actief', invited: 'Uitgenodigd', disabled: 'Uitgeschakeld' },
  },
}

const known = <T extends string>(kind: 'roles' | 'permissions' | 'access' | 'state'): ReadonlyMap<string, T> =>
  new Map(
    langs.flatMap((lang) =>
      Object.entries(userSheetPhrases[lang][kind]).flatMap(([id, word]): [string, T][] => [
        [word.toLowerCase(), id as T],
        [id.toLowerCase(), id as T],
      ]),
    ),
  )
/** By what our own file calls them in any language, or by their own names. */
export const userSheetWords = {
  roles: known<Role>('roles'),
  permissions: known<Permission>('permissions'),
  access: known<'all' | 'groups' | 'venues'>('access'),
  state: known<UserState>('state'),
}
