/** What may the accounts of a provider do, what do its admission policies judge, and which privileges do its pods have? */
package io.ccmoperator.assets.rules.access;
