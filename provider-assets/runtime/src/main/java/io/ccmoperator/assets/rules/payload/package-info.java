/** Is the release payload valid, and does it give providers their images, credentials and permissions? */
package io.ccmoperator.assets.rules.payload;
