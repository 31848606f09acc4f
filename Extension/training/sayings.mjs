// Passfold: AutoFill for Linux
// SPDX-License-Identifier: Apache-2.0
// @ts-check

// Words of sites' own, and what pages say that is beside the point.

/** What stands beside a form and has little to do with it. */
export const HELP = [
  'We use cookies to make this site work. Need an account? Contact your administrator.', 'For security reasons, please log out when you are done.',
  'Use at least 8 characters.', 'We will never share your email with anybody.', 'By continuing you accept our terms.', 'New: subscribe to our newsletter!',
  'Register now and get 10 % off your first order.', 'Please check your email for our verification message.', 'Have a promo code? Enter it at checkout.',
  'Bitte beachten Sie unsere Hinweise zum Datenschutz.', 'Besoin d’aide ? Contactez le support.', '¿Necesitas ayuda? Llámanos.', 'Search our help pages or contact us.',
];
/** Names of services, which fields are named after. */
export const BRANDS = ['Peace', 'Nordlicht', 'Zephyr', 'Acme', 'Kestrel', 'Lumen', 'Tarn', 'Vela', 'Orbit', 'Mira'];

/** Labels of a user name that elsewhere mean something else. */
export const ODD = [
  'Name', 'Domain', 'Company', 'Company ID', 'Order number', 'Booking reference', 'Policy number', 'Contract number', 'Ticket', 'Serial number', 'Full name', 'Your name',
  'Access key', 'Registration number', 'Agency', 'Station', 'Apple ID', 'Product ID', 'Site', 'Address', 'Nome', 'Nombre', 'Nom', 'Имя', '姓名', '氏名', 'Organisation', 'Search',
];
