/** What do the messages of different rules have in common? */
package io.ccmoperator.assets.deployment.text;
