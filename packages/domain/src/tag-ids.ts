/**
 * The exact shapes of the ids that become part of a script's address; the database holds them to the same.
 */
export const GTM_ID = /^GTM-[A-Z0-9]{4,10}$/;
export const META_PIXEL_ID = /^[0-9]{15,16}$/;
