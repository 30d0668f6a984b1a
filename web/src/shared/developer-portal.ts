/** Discord's list of the applications of whoever is signed in there. */
export const PORTAL = 'https://discord.com/developers/applications';

/** Discord's page that begins a new application. */
export const NEW_APPLICATION = `${PORTAL}?new_application=true`;

/** The Bot page of an application, the list of all while it is not known. */
export const botPage = (applicationId: string | null | undefined): string =>
  applicationId ? `${PORTAL}/${applicationId}/bot` : PORTAL;
